import type { Generated } from 'kysely';
import type { Counts } from './counters.ts';

/**
 * The tables, as every engine has them. Times are whole milliseconds since 1970 UTC, days whole days
 * since then.
 */
export interface Database {
  waitlist: {
    email: string;
    joined_at: number;
    requests: number;
  };

  /** Other tables know a person by `key` alone: what is erased here leads from nowhere to nobody. */
  inviter: {
    /** Never given again, so that a newcomer never inherits the log of somebody who was erased. */
    key: Generated<number>;
    user_id: string;
    username: string;
    first_name: string | null;
    profile_image_url: string | null;
    /** What a search looks through: see `searchText`. */
    search_text: string;
  };
  /** Whose profile is gone and whose events are not yet. */
  erased_inviter: { inviter_key: number };

  /** The log: one row for each event that counted. */
  invite_event: {
    id: Generated<number>;
    inviter_key: number;
    /** One of `counterCodes`. */
    counter: number;
    at: number;
  };
  /** The events of the last days by what makes them unique; apart, so that the log stays compact. */
  event_key: { key: Uint8Array; at: number };
  app_invite: {
    invite_id: string;
    inviter_key: number;
    /** 0 or 1. */
    accepted: number;
  };

  /** An inviter has a row here from the first event on. Never more downloads than page views. */
  inviter_total: Counts & {
    inviter_key: number;
    /** See `addToInviter`: it speaks of the last addition alone. */
    brought_views: Generated<number>;
  };
  /**
   * Counts of a day, and over all inviters, are kept in slots that are added up when read: copies of the
   * program that write at the same time would otherwise queue behind one row.
   */
  day_total: Counts & { day: number; slot: number };
  total: Counts & { slot: number };
  /** What was folded of the log when its rows became too old: a total is its base plus the log. */
  inviter_base: Counts & { inviter_key: number };
  day_base: Counts & { day: number };
  /** What did not count, by reason. */
  excluded_total: { day: number; reason: string; slot: number; events: number };

  /** The last run of the retention, in one row. */
  retention_run: { id: number; at: number; events: number; erased_events: number };

  /** E.164, as every phone number here. */
  admin: { phone: string; added_at: number };
  account: { user_id: string; phone: string };
  session: { token_hash: Uint8Array; user_id: string; begun_at: number; seen_at: number };
  sign_in_code: {
    id_hash: Uint8Array;
    phone: string;
    browser_hash: Uint8Array;
    code_hash: Uint8Array;
    attempts: number;
    valid_until: number;
    /** 1 for a code that `impromptu admin code` has made, else 0. */
    by_operator: Generated<number>;
  };
  spent_challenge: { nonce: Uint8Array; valid_until: number };
  budget: {
    key: Uint8Array;
    /** Counted since January 1, 1970 (UTC), as `day`. */
    hour: number;
    taken_in_hour: number;
    day: number;
    taken_in_day: number;
  };
  /** Who was erased, by a hash under the secret: see `hashSubject`. */
  erasure: { subject: Uint8Array; at: number };
  /** One row while a copy into this database is not complete. */
  unfinished_copy: { id: number };
  /** When a backup was made: one row in a backup, and none anywhere else. */
  backup_moment: { id: number; at: number };
  /** One row, the key of `erasure`. It stays as long as the database, or erasures are forgotten. */
  secret: { id: number; bytes: Uint8Array };
  /** One row, from which the keys of codes and limits are made. */
  sign_in_secret: { id: number; bytes: Uint8Array };
}
