import { execFile } from 'node:child_process';
import type { Agent } from 'node:http';
import { promisify } from 'node:util';
import { calls } from '../../contract/calls.ts';
import { PROGRAM } from '../server-process.ts';
import { type Answer, post, startWrites, type WriteLoad } from './write-load.ts';

/** Sends sign-ups until the server ends; `acknowledged` has their addresses. */
export function startSignUps(url: string, name = 'visitor'): WriteLoad {
  return startWrites(
    (connection, n) => `${name}-${connection}-${n}@example.com`,
    (email, agent) => signUp(url, agent, email),
  );
}

/** Sends one sign-up over the agent's connections. @throws unless the answer is complete */
export function signUp(url: string, agent: Agent, email: string): Promise<Answer> {
  return post(`${url}${calls.joinWaitlist.path}`, agent, { email });
}

/** The addresses that `./site export waitlist` writes, sorted. */
export async function exportedAddresses(databaseUrl: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)(PROGRAM, ['export', 'waitlist'], {
    env: { DATABASE_URL: databaseUrl },
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  const [_header, ...lines] = stdout.trimEnd().split('\r\n');
  return lines.map((line) => /^"([^"]*)"/.exec(line)?.[1] ?? line).toSorted();
}
