import type { IncomingHttpHeaders } from 'node:http';

export type Encoding = 'br' | 'gzip' | 'identity';

const REFUSED = /;\s*q=0(\.0{0,3})?\s*$/i;

export function chooseEncoding({
  'accept-encoding': accepted = '',
}: IncomingHttpHeaders): Encoding {
  const offers = accepted.split(',').filter((offer) => !REFUSED.test(offer));
  const accepts = (encoding: string) =>
    offers.some((offer) => offer.trim().split(';', 1)[0]?.trim().toLowerCase() === encoding);
  if (accepts('br')) return 'br';
  return accepts('gzip') ? 'gzip' : 'identity';
}
