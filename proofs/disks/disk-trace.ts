import { createReadStream } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';

/** One thing that a program did with a file of its database, or with the database's folder. */
export type DiskEvent = {
  path: string;
  /** When it began or ended, in milliseconds since 1970 UTC. */
  at: number;
} & (
  | { kind: 'created' | 'removed' }
  | { kind: 'written'; offset: number; bytes: Buffer }
  | { kind: 'cut'; length: number }
  /** After a sync, all that was written before the sync began is on disk. `path` may be the folder. */
  | { kind: 'sync-begins' | 'sync-ends'; thread: string }
);

const CALLS = 'openat,pwrite64,fsync,fdatasync,ftruncate,unlink';

/** @param file to which strace writes. @returns the strace command, to which the program to record must be appended */
export function recorder(file: string): string[] {
  // -D makes strace a detached grandchild, so that this process is the parent of the program itself.
  const options = ['-D', '-f', '--seccomp-bpf', '-ttt', '-y', '-xx', '-s', '1000000'];
  return ['strace', ...options, '-e', `trace=${CALLS}`, '-o', file];
}

const LINE = /^(\d+) +([\d.]+) (?:<\.\.\. \w+ resumed>(.*)|(\w+\(.*))$/;
const UNFINISHED = / <unfinished \.\.\.>$/;
const SYNC = /^f(?:data)?sync\(\d+<((?:\\x..)+)>/;
const CREATED = /^openat\(.*O_CREAT.* = \d+<((?:\\x..)+)>$/;
const REMOVED = /^unlink\("((?:\\x..)+)"\) += 0$/;
const WRITTEN = /^pwrite64\(\d+<((?:\\x..)+)>, "((?:\\x..)*)", \d+, (\d+)\) += \d+$/;
const CUT = /^ftruncate\(\d+<((?:\\x..)+)>, (\d+)\) += 0$/;

/** @param file of a SQLite database; its log and journal beside it are included, and its folder */
export async function* readTrace(trace: string, file: string): AsyncGenerator<DiskEvent> {
  const begun = new Map<string, string>();
  const folder = dirname(file);
  // Not the program's lock file, and not SQLite's shared-memory index, which is made again after a crash.
  const parts = [folder, file, `${file}-wal`, `${file}-journal`];
  for await (const line of createInterface({ input: createReadStream(trace) })) {
    const [, thread = '', seconds, rest, start = ''] = LINE.exec(line) ?? [];
    const call = rest === undefined ? start : `${begun.get(thread)}${rest}`;
    const isEnded = !UNFINISHED.test(call);
    if (!isEnded) begun.set(thread, call.replace(UNFINISHED, ''));
    for (const event of eventsOf(call, thread, { begins: rest === undefined, ends: isEnded })) {
      if (parts.includes(event.path)) yield { ...event, at: Number(seconds) * 1_000 };
    }
  }
}

function* eventsOf(
  call: string,
  thread: string,
  { begins, ends }: { begins: boolean; ends: boolean },
) {
  const synced = SYNC.exec(call);
  if (synced) {
    const path = text(synced[1]);
    if (begins) yield { kind: 'sync-begins', path, thread } as const;
    if (ends && / = 0$/.test(call)) yield { kind: 'sync-ends', path, thread } as const;
  }
  if (!ends) return;
  const created = CREATED.exec(call);
  if (created) yield { kind: 'created', path: text(created[1]) } as const;
  const removed = REMOVED.exec(call);
  if (removed) yield { kind: 'removed', path: text(removed[1]) } as const;
  const written = WRITTEN.exec(call);
  if (written) {
    const offset = Number(written[3]);
    yield { kind: 'written', path: text(written[1]), offset, bytes: bytesOf(written[2]) } as const;
  }
  const cut = CUT.exec(call);
  if (cut) yield { kind: 'cut', path: text(cut[1]), length: Number(cut[2]) } as const;
}

function text(inHex?: string): string {
  return bytesOf(inHex).toString();
}

function bytesOf(inHex = ''): Buffer {
  return Buffer.from(inHex.replaceAll('\\x', ''), 'hex');
}
