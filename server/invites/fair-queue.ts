/** A value to make, and the owners who wait for it. */
interface Job<Value> {
  readonly key: string;
  readonly owners: Set<string>;
  /**
   * Jobs with the lowest turn are made first. Each job of an owner gets the turn after that of the owner's previous
   * job.
   */
  turn: number;
  readonly make: () => Promise<Value>;
  readonly made: PromiseWithResolvers<Value | undefined>;
}

/**
 * Makes one value at a time. Owners take turns, so one owner's many jobs do not delay the others. When the queue is
 * full, the last job of the owner with the most waiting jobs is dropped. In the literature: start-time fair queueing
 * with longest queue drop.
 */
export class FairQueue<Value> {
  /** All jobs in the order of arrival, including the job whose value is being made. */
  readonly #jobs: Job<Value>[] = [];
  readonly #most: number;
  #turn = 0;

  /** @param most the maximum number of jobs */
  constructor(most: number) {
    this.#most = most;
  }

  /**
   * @param key names the value: for concurrent jobs with the same key, `make` is called once
   * @param owner the client that takes turns with others
   * @returns undefined if the job was dropped
   * @throws the error of `make`
   */
  get(key: string, owner: string, make: () => Promise<Value>): Promise<Value | undefined> {
    const turn = this.#lastTurnOf(owner) + 1;
    const same = this.#jobs.find((job) => job.key === key);
    if (same) {
      same.owners.add(owner);
      same.turn = Math.min(same.turn, turn);
      return same.made.promise;
    }
    const made = Promise.withResolvers<Value | undefined>();
    this.#jobs.push({ key, owners: new Set([owner]), turn, make, made });
    if (this.#jobs.length > this.#most) this.#drop();
    if (this.#jobs.length === 1) this.#makeNext();
    return made.promise;
  }

  #lastTurnOf(owner: string): number {
    const turns = this.#jobs.filter(({ owners }) => owners.has(owner)).map(({ turn }) => turn);
    return Math.max(this.#turn, ...turns);
  }

  /** Drops the job with the highest turn. The job that is being made has the lowest turn, so it is never dropped. */
  #drop(): void {
    const last = Math.max(...this.#jobs.map(({ turn }) => turn));
    const index = this.#jobs.findLastIndex(({ turn }) => turn === last);
    const [dropped] = this.#jobs.splice(index, 1);
    dropped?.made.resolve(undefined);
  }

  #makeNext(): void {
    const [first] = this.#jobs.toSorted((one, other) => one.turn - other.turn);
    if (!first) return;
    this.#turn = first.turn;
    first
      .make()
      .then(first.made.resolve, first.made.reject)
      .finally(() => {
        this.#jobs.splice(this.#jobs.indexOf(first), 1);
        this.#makeNext();
      });
  }
}
