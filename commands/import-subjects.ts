import type { Arrival } from '../contract/schemas/arrivals.ts';
import type { AppInviteReport } from '../contract/schemas/invite-events.ts';
import type { ImportedInviter } from '../contract/schemas/inviters.ts';
import { storeAppInvites } from '../server/ingest/app-invites.ts';
import type { Intake } from '../server/ingest/intake.ts';
import { storeInviters } from '../server/ingest/inviters.ts';
import { readValues } from '../server/settings/read-settings.ts';
import { storeArrivals } from '../server/waitlist/arrivals.ts';
import type { Storage } from '../storage/open.ts';

/** A kind of data that can be imported. */
export interface Subject {
  description: string;
  /** The fields of a row, and what they mean. */
  fields: Readonly<Record<string, string>>;
  /** Whether a CSV file may lack the line with the names of the fields. Its first line then has an email address. */
  isHeaderOptional?: true;
  /**
   * Whether a CSV file may be an export of this site: each column that is named otherwise there, with the name of its
   * field, or with none if the column is ignored. Apostrophes that `asCsv` has added are removed.
   */
  exportedColumns?: ReadonlyMap<string, string>;
  /** Checks each row, and stores the valid ones in one transaction. */
  store(rows: readonly unknown[], storage: Storage): Promise<Intake>;
}

export const subjects: Readonly<Record<string, Subject>> = {
  users: {
    description: 'Add users who invite, or replace their profiles.',
    fields: {
      id: 'the id of the user in the app, as in ?ref=',
      username: 'not empty',
      firstName: 'optional',
      profileImageUrl: 'an https address, or a path of this site; optional',
    } satisfies Record<keyof ImportedInviter, string>,
    store(rows, storage) {
      const { profileImageHosts } = readValues(process.env, ['profileImageHosts']);
      return storeInviters(rows, storage, profileImageHosts);
    },
  },
  'app-invites': {
    description: 'Count invites that were sent or accepted in the app. Import the users first.',
    fields: {
      inviteId: 'the id of the invite in the app',
      refUserId: 'the id of the user who sent it',
      action: 'sent or accepted',
      at: 'the time, in ISO 8601 with an offset; now if missing',
    } satisfies Record<keyof AppInviteReport, string>,
    store: (rows, storage) => storeAppInvites(rows, storage, Date.now()),
  },
  'app-arrivals': {
    description: 'Report who uses the app: people on the waitlist among them wait no more.',
    fields: {
      email: 'the email address; it counts as stored even if it is not on the waitlist',
      at: 'the time, in ISO 8601 with an offset; now if missing',
    } satisfies Record<keyof Arrival, string>,
    store: (rows, storage) => storeArrivals(rows, storage, Date.now()),
  },
};
