/** The neighbours of an item in its `Queue`. Only the queue changes them. */
export interface Neighbours<Item> {
  before: Item | undefined;
  after: Item | undefined;
}

/**
 * Items in the order in which they were added. Unlike in a Set, an item leaves without a search: it has its neighbours.
 * Each request moves its connection twice, and with Sets that needed three percent of the time of a profile.
 */
export class Queue<Item extends Neighbours<Item>> {
  #first: Item | undefined;
  #last: Item | undefined;

  get first(): Item | undefined {
    return this.#first;
  }

  /** @param item must be in no queue */
  add(item: Item): void {
    item.before = this.#last;
    item.after = undefined;
    if (this.#last) this.#last.after = item;
    else this.#first = item;
    this.#last = item;
  }

  /** @param item must be in this queue */
  remove({ before, after }: Item): void {
    if (before) before.after = after;
    else this.#first = after;
    if (after) after.before = before;
    else this.#last = before;
  }
}
