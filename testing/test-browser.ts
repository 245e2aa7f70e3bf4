import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { calls } from '../contract/calls.ts';
import type { ChallengeResponse, SolvedChallenge } from '../contract/schemas/bot-check.ts';
import { createBotCheck } from '../server/bot-check/bot-check.ts';
import type { TestApp } from './test-app.ts';

/** Sends requests to a test app, and keeps the cookies of its answers. */
export class TestBrowser {
  readonly cookies = new Map<string, string>();
  readonly #site: TestApp;

  constructor(site: TestApp) {
    this.#site = site;
  }

  async request(options: InjectOptions): Promise<LightMyRequestResponse> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(cookie && { cookie }), ...options.headers };
    const answer = await this.#site.app.inject({ ...options, headers });
    for (const { name, value, maxAge } of answer.cookies) {
      if (maxAge === 0) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  }

  /** Asks for a code, with a valid proof of work. @param phone undefined for the number of the session */
  async askForCode(
    phone: string | undefined,
    more: InjectOptions = {},
  ): Promise<LightMyRequestResponse> {
    const { method, path: url } = calls.sendCode;
    return this.request({
      ...more,
      method,
      url,
      payload: { phone, proof: await easyProof(this.#site) },
    });
  }

  async enterCode(
    verificationId: string,
    code: string,
    more: InjectOptions = {},
  ): Promise<LightMyRequestResponse> {
    const { method, path: url } = calls.signIn;
    return this.request({ ...more, method, url, payload: { verificationId, code } });
  }

  /** Signs in with the code from the log. @returns the user id */
  async signIn(phone: string): Promise<string> {
    const { verificationId } = (await this.askForCode(phone)).json();
    const answer = await this.enterCode(verificationId, codeInLog(this.#site, phone));
    return answer.json().userId;
  }
}

/** Solves a valid challenge that needs only one try. */
export async function easyProof(
  parts: Pick<TestApp, 'storage' | 'clock'>,
): Promise<SolvedChallenge> {
  return solve(await createBotCheck(parts).challenge(0));
}

export async function solve(challenge: ChallengeResponse): Promise<SolvedChallenge> {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error('The challenge was not solved.');
  return { challenge, solution };
}

/** @returns the last code that was logged for a number */
export function codeInLog({ lines }: TestApp, phone: string): string {
  const sentence = `Verification code for ${phone}: `;
  const line = lines
    .map((json) => JSON.parse(json).msg)
    .findLast((msg) => msg.startsWith(sentence));
  return line?.slice(sentence.length) ?? '';
}
