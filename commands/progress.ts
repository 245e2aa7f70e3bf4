import type { WriteStream } from 'node:tty';

const DRAW_EVERY_MS = 100;
const WIDTH = 30;
const BYTES_PER_MB = 1_000_000;

export interface Progress {
  show(done: number): void;
  /** Removes the progress line from the screen. */
  clear(): void;
}

/**
 * Shows progress on a terminal only: in a file or a log every step would remain.
 *
 * @param total undefined if unknown
 * @param say formats an amount; megabytes by default
 */
export function createProgress(
  output: WriteStream,
  total: number | undefined,
  say = inMegabytes,
): Progress {
  if (!output.isTTY) return { show() {}, clear() {} };
  let drawn = Number.NEGATIVE_INFINITY;
  return {
    show(done) {
      if (performance.now() - drawn < DRAW_EVERY_MS) return;
      drawn = performance.now();
      output.write(`\r${total ? bar(done / total) : ''}${say(done)}\x1b[K`);
    },
    clear() {
      output.write('\r\x1b[K');
    },
  };
}

function inMegabytes(bytes: number): string {
  return `${(bytes / BYTES_PER_MB).toFixed(1)} MB`;
}

function bar(share: number): string {
  const full = Math.min(WIDTH, Math.round(share * WIDTH));
  const percent = String(Math.floor(share * 100)).padStart(3);
  return `${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${percent} %  `;
}
