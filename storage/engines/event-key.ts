import { hash } from 'node:crypto';
import type { TrackedAction } from '../../contract/tracking.ts';

/** As many of an event id's characters as tell its millisecond. */
const TIME_CHARACTERS = 8;
/** This many bytes of a hash are enough that two events never share them. */
const HASH_BYTES = 12;

/**
 * What makes an event unique: an action of a page load. Browsers begin an event id with the time, and
 * so does its key: what comes together lies on the same few pages of the table. By its hash alone each
 * event would have a commit write a page of its own, which is five times the work. An id of another
 * kind only loses that.
 */
export function eventKey(action: TrackedAction, eventId: string): Buffer {
  const time = Buffer.from(eventId.slice(0, TIME_CHARACTERS));
  const digest = hash('sha256', `${action} ${eventId}`, 'buffer').subarray(0, HASH_BYTES);
  return Buffer.concat([time, digest]);
}
