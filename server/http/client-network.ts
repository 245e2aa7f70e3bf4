import type { FastifyRequest } from 'fastify';
import { addressIn } from './forwarding.ts';

/** An IPv6 address has eight groups of 16 bits. The first four identify the network of one home, phone or office. */
const GROUPS = 8;
const GROUPS_OF_NETWORK = 4;
/** The first groups of an IPv4 address that is written as IPv6, such as `::ffff:192.0.2.1`. */
const BEFORE_IPV4 = [0, 0, 0, 0, 0, 0xffff];

/**
 * @returns the client's address, or for IPv6 its /64 network. If a proxy forwards a text that is not an address, the
 *   proxy counts as the client
 */
export function addressOf(request: FastifyRequest): string {
  return networkOf(addressIn(request.ip) ?? request.socket.remoteAddress ?? '');
}

/** @returns an IPv4 address unchanged, or the /64 network of an IPv6 address, always in the same spelling */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const groups = groupsOf(address);
  if (BEFORE_IPV4.every((group, index) => group === groups[index])) {
    const [high = 0, low = 0] = groups.slice(BEFORE_IPV4.length);
    return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
  }
  const network = groups.slice(0, GROUPS_OF_NETWORK).map((group) => group.toString(16));
  return `${network.join(':')}::`;
}

/** @param address a valid IPv6 address */
function groupsOf(address: string): number[] {
  const [withoutZone = ''] = address.split('%');
  const [before = '', after] = withoutZone.split('::');
  const first = readGroups(before);
  if (after === undefined) return first;
  const last = readGroups(after);
  return [...first, ...new Array<number>(GROUPS - first.length - last.length).fill(0), ...last];
}

function readGroups(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return Number.parseInt(group, 16);
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [(a << 8) | b, (c << 8) | d];
  });
}
