import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createHistogram } from 'node:perf_hooks';

const CONNECTIONS = 64;
const END_OF_HEADERS = '\r\n\r\n';

export interface LoadRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  headers: Readonly<Record<string, string>>;
  /** Makes the visitor's address of one request. It is sent in X-Forwarded-For, which a proxy would set. */
  address?: () => string;
  /** Makes the body of one request. */
  body?: () => string;
}

export interface Measure {
  requests: number;
  seconds: number;
  p99Milliseconds: number;
}

/**
 * Loads a server over 64 keep-alive connections. On each connection a request is sent when the previous one is
 * answered. Answers are counted by their length, not parsed, because a client that parses would be slower than the
 * server. So every answer must have the length of the first, and status 200.
 *
 * @throws when an answer differs
 */
export async function measure(url: string, load: LoadRequest, seconds: number): Promise<Measure> {
  const latencies = createHistogram();
  const nextRequest = requestsOf(load);
  const until = performance.now() + seconds * 1_000;
  const { hostname, port } = new URL(url);
  const sockets = Array.from({ length: CONNECTIONS }, () => connect(Number(port), hostname));
  const counts = sockets.map((socket) => keepAsking(socket, nextRequest, until, latencies));
  const requests = (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  return { requests, seconds, p99Milliseconds: latencies.percentile(99) / 1_000_000 };
}

async function keepAsking(
  socket: Socket,
  nextRequest: () => string,
  until: number,
  latencies: ReturnType<typeof createHistogram>,
): Promise<number> {
  await once(socket, 'connect');
  socket.setNoDelay();
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  let answers = 0;
  let asked = 0;
  let length = 0;
  let received = 0;
  function ask(): void {
    asked = performance.now();
    received = 0;
    socket.write(nextRequest(), 'latin1');
  }
  socket.on('error', reject);
  socket.on('close', () => reject(new Error('The server closed a connection.')));
  socket.on('data', (chunk: Buffer) => {
    if (received === 0) {
      const start = chunk.toString('latin1', 0, 12);
      if (start !== 'HTTP/1.1 200') return reject(new Error(`An answer began with ${start}.`));
      length ||= lengthOf(chunk);
    }
    received += chunk.length;
    if (received > length) return reject(new Error('An answer was longer than the first.'));
    if (received < length) return;
    answers++;
    const now = performance.now();
    latencies.record(Math.ceil((now - asked) * 1_000_000));
    if (now < until) return ask();
    resolve(answers);
    socket.destroy();
  });
  ask();
  return await promise;
}

/** @returns a function that makes the text of the next request. The lines that all requests share are made once */
function requestsOf({ method, path, headers, address, body }: LoadRequest): () => string {
  const lines = Object.entries({ host: '127.0.0.1', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const head = `${method} ${path} HTTP/1.1\r\n${lines.join('')}`;
  return () => {
    const from = address ? `x-forwarded-for: ${address()}\r\n` : '';
    if (!body) return `${head}${from}\r\n`;
    const content = body();
    return `${head}${from}content-length: ${content.length}\r\n\r\n${content}`;
  };
}

function lengthOf(firstChunk: Buffer): number {
  const end = firstChunk.indexOf(END_OF_HEADERS) + END_OF_HEADERS.length;
  const contentLength = /content-length: (\d+)/i.exec(firstChunk.toString('latin1', 0, end))?.[1];
  if (!contentLength) throw new Error('An answer has no Content-Length.');
  return end + Number(contentLength);
}

/** Starts `baseline.ts` as a process. Its answers have as many bytes of body as the site's answer to this request. */
export async function startBaseline(
  siteUrl: string,
  { path, method, headers, body }: LoadRequest,
): Promise<{ url: string; process: ChildProcess }> {
  const answer = await fetch(`${siteUrl}${path}`, { method, headers, body: body?.() ?? null });
  const type = answer.headers.get('content-type')?.includes('json') ? 'json' : 'html';
  const bytes = answer.headers.get('content-length') ?? '0';
  const program = join(import.meta.dirname, 'baseline.ts');
  const child = spawn(process.execPath, [program, type, bytes], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = await once(child.stdout, 'data');
  return { url: `http://127.0.0.1:${Number(port)}`, process: child };
}
