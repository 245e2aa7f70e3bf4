/** One thing to make, and for whom. */
interface Order<Value> {
  readonly key: string;
  readonly owners: Set<string>;
  /** Orders are made by the lowest first: the second order of an owner is a turn behind the first. */
  turn: number;
  readonly make: () => Promise<Value>;
  readonly made: PromiseWithResolvers<Value | undefined>;
}

/**
 * Makes one thing at a time. Owners take turns, so that one with many orders does not keep the others waiting. When
 * too many wait, the last order of the owner with most of them goes (start-time fair queueing, longest queue drop).
 */
export class FairQueue<Value> {
  /** In the order of their arrival, the one that is being made included. */
  readonly #orders: Order<Value>[] = [];
  readonly #most: number;
  #turn = 0;

  /** @param most how many orders there may be at a time */
  constructor(most: number) {
    this.#most = most;
  }

  /**
   * @param key names what is made: it is made once for all who ask for it meanwhile
   * @param owner who asks
   * @returns undefined where too many orders wait, and others have fewer
   * @throws what `make` throws
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

  /** Never the one that is being made: its turn is the lowest. */
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
