import { hash } from 'node:crypto';
import type { TrackedAction } from '../../contract/invite-events.ts';

/** The first characters of an event id, which encode its time in milliseconds. */
const TIME_CHARACTERS = 8;
/** 96 bits of a hash: enough that a collision of two events is not expected. */
const HASH_BYTES = 12;

/**
 * The unique key of an event, which is an action of a page load. It begins with the time that browsers write at the
 * beginning of an event id, so that events of the same time are stored on the same few pages of the table. If the key
 * were only a hash, each event would change a different page, and a commit would need five times the work. An id that
 * does not begin with a time also works, but is slower.
 */
export function eventKey(action: TrackedAction, eventId: string): Buffer {
  const digest = hash('sha256', `${action} ${eventId}`, 'latin1');
  return Buffer.from(eventId.slice(0, TIME_CHARACTERS) + digest.slice(0, HASH_BYTES), 'latin1');
}
