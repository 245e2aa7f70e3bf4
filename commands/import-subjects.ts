import { takeInAppInvites } from '../server/app-feed/app-invite-intake.ts';
import type { Intake } from '../server/app-feed/intake.ts';
import { takeInInviters } from '../server/app-feed/inviter-intake.ts';
import { readProfileImageHosts } from '../server/settings/read-settings.ts';
import type { Storage } from '../storage/storage.ts';

/** Something that a file may be full of. */
export interface Subject {
  description: string;
  /** What a row may have, and what it means. */
  fields: Readonly<Record<string, string>>;
  /** Checks rows and stores the good ones together. */
  store(rows: readonly unknown[], storage: Storage): Promise<Intake>;
}

export const subjects: Readonly<Record<string, Subject>> = {
  users: {
    description: 'Add inviters, or replace what is known of them.',
    fields: {
      id: 'the id of the person in the app, as in ?ref=',
      username: 'not empty',
      firstName: 'may be missing',
      profileImageUrl: 'https, or a path of this site; may be missing',
    },
    store: (rows, storage) => takeInInviters(rows, storage, readProfileImageHosts(process.env)),
  },
  'app-invites': {
    description: 'Count invites that were sent or accepted in the app. Import their users before.',
    fields: {
      inviteId: 'the id of the invite in the app',
      refUserId: 'the id of the person who sent it',
      action: 'sent or accepted',
      at: 'when, in ISO 8601 with its offset; now where it is missing',
    },
    store: (rows, storage) => takeInAppInvites(rows, storage, Date.now()),
  },
};
