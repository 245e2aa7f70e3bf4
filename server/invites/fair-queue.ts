/** A value to make, and the owners who wait for it. */
interface Order<Value> {
  readonly key: string;
  readonly owners: Set<string>;
  /**
   * Orders with the lowest turn are made first. Each order of an owner gets the turn after the owner's previous one.
   */
  turn: number;
  readonly make: () => Promise<Value>;
  readonly made: PromiseWithResolvers<Value | undefined>;
}

/**
 * Makes one value at a time. Owners take turns, so one owner's many orders do not delay the others. When the queue is
 * full, the last order of the owner with the most orders is dropped. In the literature: start-time fair queueing with
 * longest queue drop.
 */
export class FairQueue<Value> {
  /** In order of arrival, including the one being made. */
  readonly #orders: Order<Value>[] = [];
  readonly #most: number;
  #turn = 0;

  /** @param most the maximum number of orders */
  constructor(most: number) {
    this.#most = most;
  }

  /**
   * @param key names the value: concurrent orders with the same key make it once
   * @param owner the client that takes turns with others
   * @returns undefined if the order was dropped
   * @throws the error of `make`
   */
  get(key: string, owner: string, make: () => Promise<Value>): Promise<Value | undefined> {
    const turn = this.#lastTurnOf(owner) + 1;
    const same = this.#orders.find((order) => order.key === key);
    if (same) {
      same.owners.add(owner);
      same.turn = Math.min(same.turn, turn);
      return same.made.promise;
    }
    const made = Promise.withResolvers<Value | undefined>();
    this.#orders.push({ key, owners: new Set([owner]), turn, make, made });
    if (this.#orders.length > this.#most) this.#drop();
    if (this.#orders.length === 1) this.#makeNext();
    return made.promise;
  }

  #lastTurnOf(owner: string): number {
    const turns = this.#orders.filter(({ owners }) => owners.has(owner)).map(({ turn }) => turn);
    return Math.max(this.#turn, ...turns);
  }

  /** Never drops the order that is being made, because its turn is the lowest. */
  #drop(): void {
    const last = Math.max(...this.#orders.map(({ turn }) => turn));
    const index = this.#orders.findLastIndex(({ turn }) => turn === last);
    const [dropped] = this.#orders.splice(index, 1);
    dropped?.made.resolve(undefined);
  }

  #makeNext(): void {
    const [first] = this.#orders.toSorted((one, other) => one.turn - other.turn);
    if (!first) return;
    this.#turn = first.turn;
    first
      .make()
      .then(first.made.resolve, first.made.reject)
      .finally(() => {
        this.#orders.splice(this.#orders.indexOf(first), 1);
        this.#makeNext();
      });
  }
}
