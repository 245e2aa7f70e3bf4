import { calls } from '../../contract/calls.ts';
import type { ServerProcess } from '../server-process.ts';
import { solve } from '../test-browser.ts';
import { HttpBrowser } from './http-browser.ts';

/** A code that was requested from a real server and read from its log. */
export interface AskedCode {
  browser: HttpBrowser;
  verificationId: string;
  code: string;
}

export async function askForCode(server: ServerProcess, phone: string): Promise<AskedCode> {
  const browser = new HttpBrowser(server.url);
  const challenge = JSON.parse((await browser.call(calls.getChallenge)).body);
  const proof = await solve(challenge);
  const { verificationId } = JSON.parse(
    (await browser.call(calls.sendCode, { phone, proof })).body,
  );
  const sentence = `Verification code for ${phone}: `;
  const line = server.log.findLast((logged) => logged.includes(sentence)) ?? '';
  const code = line.slice(line.indexOf(sentence) + sentence.length).slice(0, 6);
  return { browser, verificationId, code };
}
