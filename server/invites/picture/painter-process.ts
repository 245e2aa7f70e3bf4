import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { PaintAnswer, PaintRequest } from './painter.ts';

/** An idle process is ended after this time, to free its memory. Starting it again is fast. */
const IDLE_MS = 10_000;
/**
 * After this time a picture counts as failed, and the next picture is drawn. The usual time is 0.1 s. But on a slow and
 * busy machine the start of the process and its first picture together took more than 10 s.
 */
const PICTURE_WITHIN_MS = 30_000;
const ENDED = 'The process that draws was ended.';
const TOO_SLOW = `The picture was not drawn within ${PICTURE_WITHIN_MS / 1_000} seconds.`;
const PAINTER = fileURLToPath(new URL('./painter.ts', import.meta.url));

/**
 * Controls the child process that draws. The process runs while pictures are needed, and is restarted after a failure.
 * With a thread, the memory of pictures would stay with the program, and a crash of the native rendering library would
 * end the program.
 */
export class PainterProcess {
  readonly #pictureBase: string;
  #child: ChildProcess | undefined;
  #asked: PromiseWithResolvers<Uint8Array | undefined> | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #ending: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(pictureBase: string) {
    this.#pictureBase = pictureBase;
  }

  /**
   * Draws one picture at a time, because each needs megabytes of memory. A waiting call keeps only a name.
   *
   * @returns a PNG file, or undefined if the name cannot be drawn: see `drawnName`
   */
  async paint(name: string): Promise<Uint8Array | undefined> {
    const painted = this.#last.then(() => this.#ask(name));
    this.#last = painted.catch(() => {});
    return await painted;
  }

  /** Rejects the pending calls of `paint`. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#end(ENDED);
    await this.#last;
  }

  #ask(name: string): Promise<Uint8Array | undefined> {
    if (this.#isClosed) throw new Error(ENDED);
    this.#asked = Promise.withResolvers();
    this.#child ??= this.#start();
    const request: PaintRequest = { pictureBase: this.#pictureBase, name };
    // A process that did not start may have no channel, and `send` fails if the process has ended. Ignore both: the
    // `exit` or `error` event of the process rejects the promise.
    if (this.#child.connected) this.#child.send(request, () => {});
    this.#endIn(PICTURE_WITHIN_MS, TOO_SLOW);
    return this.#asked.promise;
  }

  #start(): ChildProcess {
    const child = fork(PAINTER, {
      // The child needs no environment variables, and must not get the secrets in them.
      env: {},
      execArgv: ['--max-semi-space-size=1', '--expose-gc'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    // The child and its channel must not keep the program running.
    child.unref();
    child.channel?.unref();
    child.on('message', (message: PaintAnswer) => {
      // A late picture must not be used for the next name.
      if (child === this.#child) this.#receive(message);
    });
    child.on('error', (error) => this.#lose(child, error));
    child.on('exit', (code, signal) => {
      this.#lose(
        child,
        new Error(`The process that draws ended with ${signal ?? `code ${code}`}.`),
      );
    });
    return child;
  }

  #receive(message: PaintAnswer): void {
    if ('failure' in message) this.#asked?.reject(message.failure);
    else this.#asked?.resolve(message.picture);
    this.#endIn(IDLE_MS, ENDED);
  }

  #endIn(milliseconds: number, reason: string): void {
    clearTimeout(this.#ending);
    this.#ending = setTimeout(() => this.#end(reason), milliseconds).unref();
  }

  #end(reason: string): void {
    clearTimeout(this.#ending);
    const child = this.#child;
    if (!child) return;
    this.#lose(child, new Error(reason));
    child.kill('SIGKILL');
  }

  #lose(child: ChildProcess, cause: Error): void {
    // The end of an earlier process must not reject the promise of the current picture.
    if (child !== this.#child) return;
    this.#child = undefined;
    this.#asked?.reject(cause);
  }
}
