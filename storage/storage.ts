import type { Analytics } from './interface/analytics.ts';
import type { Identity } from './interface/identity.ts';
import type { InviteEvents, Inviters } from './interface/invites.ts';
import type { Letters, Members } from './interface/letters.ts';
import type { Operation } from './interface/operation.ts';
import type { Retention } from './interface/retention.ts';
import type { Waitlist } from './interface/waitlist.ts';

/** All stored data, in the product's terms. `engines/choose-engine.ts` picks the engine. */
export interface Storage extends Identity, Operation {
  /** Whether the database had no tables of this program before it was opened. */
  readonly isNew: boolean;
  readonly waitlist: Waitlist;
  readonly letters: Letters;
  readonly members: Members;
  readonly inviters: Inviters;
  readonly inviteEvents: InviteEvents;
  readonly analytics: Analytics;
  readonly retention: Retention;
}
