import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Delivery, Order } from './painter.ts';

/** A process that has nothing to draw for so long is ended; it starts again in no time. */
const IDLE_MS = 10_000;
/** A hundred times what a picture takes: then it never will be, and others wait for it. */
const PICTURE_WITHIN_MS = 10_000;
const ENDED = 'The process that draws was ended.';
const PAINTER = fileURLToPath(new URL('./painter.ts', import.meta.url));

/**
 * This side of the process that draws. It runs while there are orders, and starts anew when it has failed.
 * A thread would leave the memory of its pictures to the whole program, and end it where the library that
 * renders, which is no JavaScript, breaks.
 */
export class PainterProcess {
  readonly #scene: string;
  #child: ChildProcess | undefined;
  #asked: PromiseWithResolvers<Uint8Array | undefined> | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #ending: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(scene: string) {
    this.#scene = scene;
  }

  /**
   * Takes one order at a time: what waits is a name, and what is drawn is megabytes.
   *
   * @returns a PNG file, or undefined where no font has all of the name
   */
  async paint(name: string): Promise<Uint8Array | undefined> {
    const painted = this.#last.then(() => this.#ask(name));
    this.#last = painted.catch(() => {});
    return await painted;
  }

  /** Whoever still waits for a picture is refused. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#end();
    await this.#last;
  }

  #ask(name: string): Promise<Uint8Array | undefined> {
    if (this.#isClosed) throw new Error(ENDED);
    this.#asked = Promise.withResolvers();
    this.#child ??= this.#start();
    const order: Order = { scene: this.#scene, name };
    // Where it cannot be sent, the process has ended, or has never begun: that is told by an event.
    this.#child.send(order, () => {});
    this.#endIn(PICTURE_WITHIN_MS);
    return this.#asked.promise;
  }

  #start(): ChildProcess {
    const child = fork(PAINTER, {
      // It needs nothing that the program knows, and no secrets.
      env: {},
      execArgv: ['--max-semi-space-size=1', '--expose-gc'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    // It holds nothing that a program which ends would have to wait for.
    child.unref();
    child.channel?.unref();
    child.on('message', (delivery: Delivery) => {
      // What comes too late must not be taken for the picture of the next name.
      if (child === this.#child) this.#take(delivery);
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

  #take(delivery: Delivery): void {
    if ('failure' in delivery) this.#asked?.reject(delivery.failure);
    else this.#asked?.resolve(delivery.picture);
    this.#endIn(IDLE_MS);
  }

  #endIn(milliseconds: number): void {
    clearTimeout(this.#ending);
    this.#ending = setTimeout(() => this.#end(), milliseconds).unref();
  }

  #end(): void {
    clearTimeout(this.#ending);
    const child = this.#child;
    if (!child) return;
    this.#lose(child, new Error(ENDED));
    child.kill('SIGKILL');
  }

  #lose(child: ChildProcess, cause: Error): void {
    // One that was ended before is no news to whoever waits for the next one.
    if (child !== this.#child) return;
    this.#child = undefined;
    this.#asked?.reject(cause);
  }
}
