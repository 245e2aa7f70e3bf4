import type { SortField, SortOrder } from '../../../contract/analytics.ts';
import type { RankingRequest } from '../../engine.ts';
import { type ChangeFinder, InviterCounts } from './inviter-counts.ts';
import { InviterNames } from './inviter-names.ts';
import type { Reading } from './reading.ts';
import { sortPart } from './sort-part.ts';

/** The main thread parses one line at a time. This many rows block its event loop for less than a millisecond. */
const ROWS_PER_LINE = 200;

/**
 * Selects and orders inviters in memory. A database would need 5 to 300 ms to sort a hundred thousand rows for one
 * page. With indexes for the seven orders, every event would have to change these indexes.
 */
export class InviterRanking {
  readonly #counts: InviterCounts;
  readonly #names = new InviterNames();
  /**
   * Reused by every query. New arrays of almost a megabyte for each query would be 20 to 40 MB of garbage, because V8
   * frees their memory late.
   */
  #keys = new Uint32Array(0);
  #ratios = new Float64Array(0);

  constructor(changes: ChangeFinder) {
    this.#counts = new InviterCounts(changes);
  }

  /** See `Engine.rankInviters`. Every question of this work must be asked in the same transaction. */
  *rank(...[search, sort, order, offset, limit]: RankingRequest): Reading<string> {
    // All counts are read again after an erasure. Then the erased name must also be removed from memory.
    if (!(yield* this.#counts.refresh())) this.#names.forget();
    const counted = this.#keysWithEvents();
    if (search !== '' || sort === 'username') yield* this.#names.refresh(counted);
    const keys = search === '' ? counted : this.#matching(counted, search);
    const to = Math.min(offset + limit, keys.length);
    sortPart(keys, offset, to, this.#comparison(sort, order));
    const lines = [`${counted.length},${keys.length}`];
    for (let from = offset; from < to; from += ROWS_PER_LINE) {
      const some = keys.subarray(from, Math.min(from + ROWS_PER_LINE, to));
      lines.push(Array.from(some, (key) => this.#describe(key)).join(','));
    }
    return lines.join('\n');
  }

  /** See `InviterNames.refreshEarly`. If this fails, the next query that needs the names reads them. */
  refreshEarly(): Reading<boolean> {
    return this.#names.refreshEarly();
  }

  #keysWithEvents(): Uint32Array {
    const { page_views, downloads, invites_sent, invites_accepted } = this.#counts.columns;
    if (this.#keys.length < page_views.length) this.#keys = new Uint32Array(page_views.length);
    const keys = this.#keys;
    let found = 0;
    // An iterator of a typed array would take ten times as long.
    for (let key = 0; key < page_views.length; key++) {
      const invites = (invites_sent[key] ?? 0) + (invites_accepted[key] ?? 0);
      if ((page_views[key] ?? 0) + (downloads[key] ?? 0) + invites > 0) keys[found++] = key;
    }
    return keys.subarray(0, found);
  }

  /** Moves the keys whose names match to the start of the array. @returns only these */
  #matching(keys: Uint32Array, search: string): Uint32Array {
    let found = 0;
    for (let n = 0; n < keys.length; n++) {
      const key = keys[n] ?? 0;
      if (this.#names.has(key, search)) keys[found++] = key;
    }
    return keys.subarray(0, found);
  }

  /** Inviters with equal values are sorted by views, then by key. */
  #comparison(sort: SortField, order: SortOrder): (a: number, b: number) => number {
    const values = this.#valuesOf(sort);
    const { page_views } = this.#counts.columns;
    const sign = order === 'asc' ? 1 : -1;
    return (a, b) =>
      sign * ((values[a] ?? 0) - (values[b] ?? 0)) ||
      (page_views[b] ?? 0) - (page_views[a] ?? 0) ||
      a - b;
  }

  /** The values by which inviters are sorted, by key. */
  #valuesOf(sort: SortField): Float64Array {
    const { page_views, downloads, invites_sent, invites_accepted } = this.#counts.columns;
    switch (sort) {
      case 'username':
        return this.#names.places();
      case 'pageViews':
        return page_views;
      case 'downloads':
        return downloads;
      case 'webConversionRate':
        return this.#divide(downloads, page_views);
      case 'appInvitesSent':
        return invites_sent;
      case 'acceptedInvites':
        return invites_accepted;
      case 'inviteAcceptanceRate':
        return this.#divide(invites_accepted, invites_sent);
    }
  }

  #divide(parts: Float64Array, wholes: Float64Array): Float64Array {
    if (this.#ratios.length < parts.length) this.#ratios = new Float64Array(parts.length);
    const ratios = this.#ratios;
    for (let key = 0; key < parts.length; key++) {
      const whole = wholes[key] ?? 0;
      ratios[key] = whole === 0 ? 0 : (parts[key] ?? 0) / whole;
    }
    return ratios;
  }

  #describe(key: number): string {
    const { page_views, downloads, invites_sent, invites_accepted } = this.#counts.columns;
    return `${key},${page_views[key]},${downloads[key]},${invites_sent[key]},${invites_accepted[key]}`;
  }
}
