import { dirname } from 'node:path';
import type { Dice } from '../../testing/dice.ts';
import type { DiskEvent } from './disk-trace.ts';

/** Which of the changes that were not synced are on the disk after a power cut. */
export const survivors = ['nothing', 'everything', 'some pages', 'some sectors'] as const;
export type Survivors = (typeof survivors)[number];

const PAGE_BYTES = 4_096;
/** The unit that a disk writes atomically. */
const SECTOR_BYTES = 512;

/** A buffer at offset 0 of an ArrayBuffer that no other buffer uses, so that `resized` can lengthen it in place. */
type Content = Buffer<ArrayBuffer>;
type Change = { offset: number; bytes: Buffer } | { length: number };

/**
 * Simulates a disk on which only synced changes are certain to survive a power cut. A sync of a file makes the file's
 * content durable. Only a sync of its folder makes the file's name durable.
 */
export class LossyDisk {
  readonly #names = new Map<string, LossyFile>();
  readonly #syncedNames = new Map<string, LossyFile>();
  readonly #syncing = new Map<string, () => void>();

  /** Number of changes to the content of files that a power cut may lose. */
  get unsynced(): number {
    return this.#names.values().reduce((sum, file) => sum + file.unsynced, 0);
  }

  take(event: DiskEvent): void {
    if (event.kind === 'answered') return;
    const { path } = event;
    const file = this.#names.get(path);
    if (event.kind === 'created' && !file) this.#names.set(path, new LossyFile());
    else if (event.kind === 'removed') this.#names.delete(path);
    else if (event.kind === 'written' || event.kind === 'cut') file?.change(event);
    else if (event.kind === 'sync-begins') {
      this.#syncing.set(event.thread, file ? file.beginSync() : this.#beginSyncOfNames(path));
    } else if (event.kind === 'sync-ends') {
      this.#syncing.get(event.thread)?.();
      this.#syncing.delete(event.thread);
    }
  }

  /** @returns the files after a power cut, by path */
  surviving(which: Survivors, dice: Dice): Map<string, Buffer> {
    const left = new Map<string, Buffer>();
    for (const path of new Set([...this.#names.keys(), ...this.#syncedNames.keys()])) {
      const isNew = which === 'everything' || (which !== 'nothing' && dice.happens(0.5));
      const file = (isNew ? this.#names : this.#syncedNames).get(path);
      if (file) left.set(path, file.surviving(which, dice));
    }
    return left;
  }

  #beginSyncOfNames(folder: string): () => void {
    const names = new Map(this.#names);
    return () => {
      for (const path of this.#syncedNames.keys()) {
        if (dirname(path) === folder) this.#syncedNames.delete(path);
      }
      for (const [path, file] of names) {
        if (dirname(path) === folder) this.#syncedNames.set(path, file);
      }
    };
  }
}

class LossyFile {
  #synced: Content = Buffer.alloc(0);
  #changes: Change[] = [];
  /** Number of changes that were synced so far. */
  #done = 0;

  get unsynced(): number {
    return this.#changes.length;
  }

  change(change: Change): void {
    this.#changes.push(change);
  }

  beginSync(): () => void {
    const upTo = this.#done + this.#changes.length;
    return () => {
      const covered = this.#changes.splice(0, Math.max(0, upTo - this.#done));
      this.#done += covered.length;
      for (const change of covered) this.#synced = applied(this.#synced, change);
    };
  }

  surviving(which: Survivors, dice: Dice): Buffer {
    if (which === 'nothing') return this.#synced;
    const size = which === 'some sectors' ? SECTOR_BYTES : PAGE_BYTES;
    const isKept = () => which === 'everything' || dice.happens(0.5);
    const copy = Buffer.alloc(this.#synced.length);
    this.#synced.copy(copy);
    return this.#changes
      .flatMap((change) => pieces(change, size))
      .filter(isKept)
      .reduce(applied, copy);
  }
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

/** @returns the content after the change, in the same memory if that is large enough */
function applied(content: Content, change: Change): Content {
  if ('length' in change) return resized(content, change.length);
  const { offset, bytes } = change;
  const after = resized(content, Math.max(content.length, offset + bytes.length));
  bytes.copy(after, offset);
  return after;
}

/** Added bytes are zeros, as in a real file. */
function resized(content: Content, length: number): Content {
  if (length <= content.buffer.byteLength) {
    return Buffer.from(content.buffer, 0, length).fill(0, Math.min(content.length, length));
  }
  const larger = Buffer.alloc(2 * length);
  content.copy(larger);
  return larger.subarray(0, length);
}
