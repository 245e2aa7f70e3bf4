import { Worker } from 'node:worker_threads';
import type { Delivery } from './painter.ts';

/** A thread that has nothing to draw for so long is ended: it takes 30 MB, and starts again in no time. */
const IDLE_MS = 10_000;
const ENDED = 'The thread that draws has ended.';

/** This side of the thread that draws. It runs while there are orders, and starts anew when it has failed. */
export class PainterThread {
  readonly #scene: string;
  #worker: Worker | undefined;
  #asked: PromiseWithResolvers<Uint8Array | undefined> | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(scene: string) {
    this.#scene = scene;
  }

  /**
   * Takes one order at a time: only between two of them does the thread give back the memory of a
   * picture, and a long queue of messages would leave it no between.
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
    await this.#stop();
  }

  async #stop(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#end(new Error(ENDED));
    await worker?.terminate();
  }

  async #ask(name: string): Promise<Uint8Array | undefined> {
    if (this.#isClosed) throw new Error(ENDED);
    clearTimeout(this.#idle);
    this.#asked = Promise.withResolvers();
    this.#worker ??= this.#start();
    this.#worker.postMessage(name);
    return this.#asked.promise;
  }

  #start(): Worker {
    const worker = new Worker(new URL('./painter.ts', import.meta.url), {
      workerData: { scene: this.#scene },
    });
    // It holds nothing that a program which ends would have to wait for.
    worker.unref();
    worker.on('message', (delivery: Delivery) => this.#take(delivery));
    worker.on('error', (error) => this.#end(error));
    return worker;
  }

  #take(delivery: Delivery): void {
    if ('failure' in delivery) this.#asked?.reject(delivery.failure);
    else this.#asked?.resolve(delivery.picture);
    this.#idle = setTimeout(() => this.#stop(), IDLE_MS).unref();
  }

  #end(cause: unknown): void {
    this.#worker = undefined;
    this.#asked?.reject(cause);
  }
}
