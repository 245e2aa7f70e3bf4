import { createReadStream } from 'node:fs';
import { basename, dirname } from 'node:path';
import { createInterface } from 'node:readline';

/** One thing that a program did with a file, or answers that it sent. */
export type DiskEvent =
  | { kind: 'created' | 'removed'; path: string }
  | { kind: 'written'; path: string; offset: number; bytes: Buffer }
  | { kind: 'cut'; path: string; length: number }
  /** After a sync, all data that was written before the sync began is on disk. `path` may be a folder. */
  | { kind: 'sync-begins' | 'sync-ends'; path: string; thread: string }
  /** Answers with status 200 begin to be sent to the client on this port. */
  | { kind: 'answered'; port: number; answers: number };

const CALLS = [
  'openat',
  'pwrite64',
  'pwritev',
  'write',
  'writev',
  'sendmsg',
  'fsync',
  'fdatasync',
  'ftruncate',
  'unlink',
  'rename',
];

/** @param file to which strace writes. @returns the strace command, to which the program to record must be appended */
export function recorder(file: string): string[] {
  // -D makes strace a detached grandchild, so that this process is the parent of the program itself.
  const options = ['-D', '-f', '--seccomp-bpf', '-yy', '-xx', '-s', '1000000'];
  return ['strace', ...options, '-e', `trace=${CALLS.join(',')}`, '-o', file];
}

const LINE = /^(?<thread>\d+) +(?:<\.\.\. \w+ resumed>(?<rest>.*)|(?<call>\w+\(.*))$/;
const UNFINISHED = / <unfinished \.\.\.>$/;
const OF_FILE = /^(?<name>\w+)\(\d+<(?<path>(?:\\x..)+)>,? ?(?<rest>.*)$/;
const OF_SOCKET = /^(?:write|writev|sendmsg)\(\d+<TCP:\[[^\]]*->[^\]]*:(?<port>\d+)\]>/;
const OPENED = /^openat\(.*O_CREAT.* = \d+<(?<path>(?:\\x..)+)>$/;
const REMOVED = /^(?:unlink|rename)\("(?<path>(?:\\x..)+)"/;
const DONE = / += \d+(<.*>)?$/;
const OK_IN_HEX = hex('HTTP/1.1 200 ');

/** @param file of a SQLite database; its log and journal beside it are included */
export async function* readTrace(trace: string, file: string): AsyncGenerator<DiskEvent> {
  const begun = new Map<string, string>();
  for await (const line of createInterface({ input: createReadStream(trace) })) {
    const { thread = '', rest, call = '' } = LINE.exec(line)?.groups ?? {};
    if (rest !== undefined) {
      yield* ended(`${begun.get(thread)}${rest}`, thread, file);
      continue;
    }
    yield* began(call, thread, file);
    if (UNFINISHED.test(call)) begun.set(thread, call.replace(UNFINISHED, ''));
    else yield* ended(call, thread, file);
  }
}

function* began(call: string, thread: string, file: string): Generator<DiskEvent> {
  const { port } = OF_SOCKET.exec(call)?.groups ?? {};
  const answers = port === undefined ? 0 : call.split(OK_IN_HEX).length - 1;
  if (answers > 0) yield { kind: 'answered', port: Number(port), answers };
  const path = synced(call);
  if (path && (isPart(path, file) || path === dirname(file))) {
    yield { kind: 'sync-begins', path, thread };
  }
}

function* ended(call: string, thread: string, file: string): Generator<DiskEvent> {
  if (!DONE.test(call)) return;
  const named = OPENED.exec(call) ?? REMOVED.exec(call);
  if (named) {
    const path = text(named.groups?.['path']);
    if (!isPart(path, file)) return;
    if (call.startsWith('rename')) throw new Error(`Cannot simulate that ${path} is renamed.`);
    yield { kind: call.startsWith('openat') ? 'created' : 'removed', path };
    return;
  }
  const { name, path: inHex, rest = '' } = OF_FILE.exec(call)?.groups ?? {};
  const path = text(inHex);
  if (synced(call) !== undefined) yield { kind: 'sync-ends', path, thread };
  if (!isPart(path, file)) return;
  if (name === 'ftruncate') yield { kind: 'cut', path, length: Number.parseInt(rest, 10) };
  if (name?.includes('write')) yield written(call, path, rest);
}

function written(call: string, path: string, rest: string): DiskEvent {
  const { data, offset } =
    /^"(?<data>(?:\\x..)*)", \d+, (?<offset>\d+)\) /.exec(rest)?.groups ?? {};
  if (data === undefined || !call.startsWith('pwrite64')) {
    throw new Error(`Cannot parse a write to ${path}: ${call.slice(0, 200)}`);
  }
  return { kind: 'written', path, offset: Number(offset), bytes: bytesOf(data) };
}

function synced(call: string): string | undefined {
  if (!/^f(data)?sync\(/.test(call)) return undefined;
  return text(/<((?:\\x..)+)>/.exec(call)?.[1]);
}

/**
 * Whether a file is the database, its write-ahead log or its journal. Excludes the program's lock file, and SQLite's
 * shared-memory index, which is rebuilt after a crash.
 */
function isPart(path: string, file: string): boolean {
  const name = basename(file);
  return (
    dirname(path) === dirname(file) &&
    [name, `${name}-wal`, `${name}-journal`].includes(basename(path))
  );
}

function hex(plain: string): string {
  return Buffer.from(plain).toString('hex').replace(/../g, '\\x$&');
}

function text(inHex = ''): string {
  return bytesOf(inHex).toString();
}

function bytesOf(inHex: string): Buffer {
  return Buffer.from(inHex.replaceAll('\\x', ''), 'hex');
}
