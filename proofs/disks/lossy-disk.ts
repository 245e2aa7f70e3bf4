import type { RandomValues } from '../../testing/random-values.ts';
import type { DiskEvent } from './disk-trace.ts';

/** Which of the changes that were not synced are on the disk after a power cut. */
export const survivors = ['nothing', 'everything', 'some pages', 'some sectors'] as const;
export type Survivors = (typeof survivors)[number];

const PAGE_BYTES = 4_096;
/** The unit that a disk writes atomically. */
const SECTOR_BYTES = 512;
const LARGEST_FILE_BYTES = 256 * 1024 * 1024;

type Change = { offset: number; bytes: Buffer } | { length: number };

interface LossyFile {
  synced: ArrayBuffer;
  /** The changes that were not synced. */
  changes: Change[];
}

/**
 * Simulates a disk on which only synced changes are certain to survive a power cut. A sync of a file makes the file's
 * content durable. Only a sync of its folder makes the file's name durable.
 */
export class LossyDisk {
  readonly #names = new Map<string, LossyFile>();
  #syncedNames = new Map<string, LossyFile>();
  /** What the sync that a thread has begun will make durable. */
  readonly #syncing = new Map<string, () => void>();

  take(event: DiskEvent): void {
    const file = this.#names.get(event.path);
    switch (event.kind) {
      case 'created':
        if (!file) this.#names.set(event.path, { synced: emptyContent(), changes: [] });
        return;
      case 'removed':
        this.#names.delete(event.path);
        return;
      case 'sync-begins':
        this.#syncing.set(event.thread, file ? beginSync(file) : this.#beginSyncOfNames());
        return;
      case 'sync-ends':
        this.#syncing.get(event.thread)?.();
        return;
      default:
        file?.changes.push(event);
    }
  }

  /** @returns the files after a power cut, by path */
  surviving(which: Survivors, random: RandomValues): Map<string, Uint8Array> {
    const left = new Map<string, Uint8Array>();
    const paths = new Set([...this.#names.keys(), ...this.#syncedNames.keys()]);
    for (const path of paths) {
      const isNew = which === 'everything' || (which !== 'nothing' && random.happens(0.5));
      const file = (isNew ? this.#names : this.#syncedNames).get(path);
      if (file) left.set(path, contentAfter(file, which, random));
    }
    return left;
  }

  /** All files are in one folder. */
  #beginSyncOfNames(): () => void {
    const names = new Map(this.#names);
    return () => {
      this.#syncedNames = names;
    };
  }
}

function beginSync(file: LossyFile): () => void {
  const covered = new Set(file.changes);
  return () => {
    for (const change of file.changes) if (covered.has(change)) apply(file.synced, change);
    file.changes = file.changes.filter((change) => !covered.has(change));
  };
}

function contentAfter(
  { synced, changes }: LossyFile,
  which: Survivors,
  random: RandomValues,
): Uint8Array {
  const content = emptyContent();
  apply(content, { offset: 0, bytes: Buffer.from(synced) });
  const size = which === 'some sectors' ? SECTOR_BYTES : PAGE_BYTES;
  for (const piece of which === 'nothing' ? [] : changes.flatMap((one) => pieces(one, size))) {
    if (which === 'everything' || random.happens(0.5)) apply(content, piece);
  }
  return new Uint8Array(content);
}

/** A write reaches the disk in pieces, of which some may be lost. */
function pieces(change: Change, size: number): Change[] {
  if ('length' in change) return [change];
  const { offset, bytes } = change;
  const all: Change[] = [];
  for (let from = 0; from < bytes.length; ) {
    const to = Math.min(bytes.length, from + size - ((offset + from) % size));
    all.push({ offset: offset + from, bytes: bytes.subarray(from, to) });
    from = to;
  }
  return all;
}

function apply(content: ArrayBuffer, change: Change): void {
  // Added bytes are zeros, as in a real file.
  const end = 'length' in change ? change.length : change.offset + change.bytes.length;
  if ('length' in change || end > content.byteLength) content.resize(end);
  if ('bytes' in change) new Uint8Array(content).set(change.bytes, change.offset);
}

function emptyContent(): ArrayBuffer {
  return new ArrayBuffer(0, { maxByteLength: LARGEST_FILE_BYTES });
}
