import type { IncomingHttpHeaders } from 'node:http';
import { LruMap } from 'toad-cache';

export type Encoding = 'br' | 'gzip' | 'identity';

const REFUSED = /;\s*q=0(\.0{0,3})?\s*$/i;

/** Browsers send few different values of Accept-Encoding. A lookup takes a tenth of the time of a new choice. */
const chosen = new LruMap<Encoding>(100);

export function chooseEncoding({
  'accept-encoding': accepted = '',
}: IncomingHttpHeaders): Encoding {
  let encoding = chosen.get(accepted);
  if (encoding === undefined) {
    encoding = choose(accepted);
    chosen.set(accepted, encoding);
  }
  return encoding;
}

function choose(accepted: string): Encoding {
  const offers = accepted.split(',').filter((offer) => !REFUSED.test(offer));
  const accepts = (encoding: string) =>
    offers.some((offer) => offer.trim().split(';', 1)[0]?.trim().toLowerCase() === encoding);
  if (accepts('br')) return 'br';
  return accepts('gzip') ? 'gzip' : 'identity';
}
