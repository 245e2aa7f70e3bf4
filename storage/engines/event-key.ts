import { hash } from 'node:crypto';
import type { TrackedAction } from '../../contract/tracking.ts';

/** The first characters of an event id, which encode its time in milliseconds. */
const TIME_CHARACTERS = 8;
/** 96 bits of a hash: enough that two events never collide. */
const HASH_BYTES = 12;

/**
 * The unique key of an event: an action of a page load. Browsers begin an event id with the time, and so does its key:
 * events of the same time are then stored on the same few pages of the table. With a key that is only a hash, each
 * event would change another page, which makes a commit five times the work. An id without the time still works,
 * only slower.
 */
export function eventKey(action: TrackedAction, eventId: string): Buffer {
  const time = Buffer.from(eventId.slice(0, TIME_CHARACTERS));
  const digest = hash('sha256', `${action} ${eventId}`, 'buffer').subarray(0, HASH_BYTES);
  return Buffer.concat([time, digest]);
}
