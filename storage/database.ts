import type { Generated } from 'kysely';
import type { AndroidState, IosState } from '../contract/app-state.ts';
import type { Counts } from './events.ts';

/**
 * The tables, which are the same in every engine. Times are whole milliseconds, and days whole days, since January 1,
 * 1970 (UTC).
 */
export interface Database {
  waitlist: {
    email: string;
    joined_at: number;
    requests: number;
  };

  /**
   * Sign-ups by the link of an inviter: one row for each address, with its first inviter who was not erased. The address
   * also has a row in `waitlist` or `letter`. It is the log of `sign_ups`: see `inviter_total`.
   */
  sign_up_ref: {
    email: string;
    inviter_key: number;
    /** When the row was added; once it counts, since when it does. */
    at: number;
    /** How often the address signed up by the link of any inviter. */
    requests: number;
    /** 1 if the row counts for the inviter, else 0. */
    counted: number;
  };

  /** How often people signed up by a link of the setting LINK_NAMES. */
  named_link: { name: string; day: number; sign_ups: number };

  /** One row for each sign-up that has not been read by `Mail.queue` yet. */
  ask: {
    id: Generated<number>;
    email: string;
    /** The code of the member whose link was used. */
    via: string | null;
    at: number;
    /** 1 for an address that signed up before the site sent letters, else 0. */
    earlier: Generated<number>;
    /** An index into `letterPriorities`. */
    priority: Generated<number>;
  };
  /**
   * How many people who are on the waitlist joined on a day, how many members confirmed, and how many left. Counted
   * again each hour: see `countWaitlistDays`.
   */
  waitlist_day: { day: number; joined: number; confirmed: number; departed: number };
  /** One row for each address that was confirmed. The address also has a row in `waitlist`. */
  member: {
    /** Never reused, and counts up: it is the order in which members have confirmed. */
    key: Generated<number>;
    email: string;
    /** The keyed hash of the mailbox, which may have several addresses: see `hashMailbox`. */
    mailbox: Uint8Array;
    code: string;
    /** The key of the member whose link was used and who was credited. */
    via_member: number | null;
    /** How many rows have this row's key in `via_member`. */
    friends: number;
    /** The member with the lowest rank is first; of equal ranks, the one with the higher key. */
    rank: number;
    confirmed_at: number;
  };
  letter: {
    /** Never reused, so that the result of sending an erased letter is never stored for another letter. */
    id: Generated<number>;
    /** An index into `letterKinds`; -1 for a sign-up that takes a turn and gets no letter, until its turn. */
    kind: number;
    /** An index into `letterPriorities`. */
    priority: Generated<number>;
    /** The keyed hash of kind, mailbox and day: see `hashLetter`. */
    subject_key: Uint8Array;
    /** Empty for an address that has left, and for a sign-up that gets no letter. */
    email: string;
    /**
     * See `member`. The limits on the number of letters apply to a mailbox, not to an address. For a sign-up that gets
     * no letter: the hash of its domain (`hashDomain`).
     */
    mailbox: Uint8Array;
    via: string | null;
    /** An index into `letterStates`. */
    state: number;
    attempts: number;
    due_at: number;
    at: number;
    reply: string | null;
  };
  /** Addresses that have left the waitlist or do not exist, as hashes of `hashSubject`. */
  stopped: {
    subject: Uint8Array;
    /** One of `suppressionReasons`. */
    reason: number;
    at: number;
  };
  /** One row, if letters were ever turned on. */
  letters_begun: {
    id: number;
    at: number;
    /** When `Mail.askEarlier` found earlier sign-ups and requested letters for them; null before. */
    earlier_asked_at: number | null;
    /** How many times addresses were deleted since retention last removed deleted bytes from the disk. */
    unscrubbed: number;
  };

  /** Other tables refer to a person only by `key`: without this row, their rows identify no person. */
  inviter: {
    /** Never reused, so that a new inviter never gets the log of an erased inviter. */
    key: Generated<number>;
    user_id: string;
    username: string;
    first_name: string | null;
    profile_image_url: string | null;
    /** The id and the names in which a search looks: see `searchedTexts`. */
    search_text: string;
    /** The text by which names are ordered: see `searchedTexts`. */
    sort_name: string;
  };
  /** Erased inviters whose events are still to be deleted. */
  erased_inviter: { inviter_key: number };

  /** The log: one row for each event that counted. */
  invite_event: {
    id: Generated<number>;
    inviter_key: number;
    /** One of `counterCodes`. */
    counter: number;
    at: number;
  };
  /**
   * The keys (`eventKey`) by which a repeated visit is recognised for `EVENT_ID_MEMORY_DAYS`. They are not in the log,
   * so that its rows stay small.
   */
  event_key: { key: Uint8Array; at: number };
  app_invite: {
    invite_id: string;
    inviter_key: number;
    /** 0 or 1. */
    accepted: number;
  };

  /**
   * One row for each inviter with at least one event or sign-up. Downloads never exceed page views, except in a row that
   * was last written before migration 008-brought-views.
   */
  inviter_total: Counts & {
    inviter_key: number;
    /** The sign-ups of `inviter_base`, plus the rows of `sign_up_ref` that count. */
    sign_ups: Generated<number>;
    /** Used by earlier versions. */
    brought_views: Generated<number>;
  };
  /** Counts of a day, and over all inviters. Earlier versions had several rows, each with its `slot`; reads add them up. */
  day_total: Counts & { day: number; slot: number };
  total: Counts & { slot: number };
  /** Sums of log rows that were deleted because of their age: a counter equals its base plus the rows of the log. */
  inviter_base: Counts & {
    inviter_key: number;
    /** Sign-ups that count, and whose address was deleted at the end of its time. */
    sign_ups: Generated<number>;
  };
  day_base: Counts & { day: number };
  /** Visits that do not count, by reason. */
  excluded_total: { day: number; reason: string; slot: number; events: number };

  /** The last run of the retention, in one row. */
  retention_run: {
    id: number;
    at: number;
    events: number;
    erased_events: number;
    /** See `reachAfter`; null if an earlier version has run the last retention. */
    reach: number | null;
  };

  /** Every phone number in the database has the E.164 format. */
  admin: {
    phone: string;
    added_at: number;
    /** 1 for an admin with the right to the waitlist and the state of the app, else 0. */
    waitlist: Generated<number>;
  };
  /** What admins did. */
  audit: {
    id: Generated<number>;
    at: number;
    /** A phone number, or `COMMAND_LINE`. */
    who: string;
    /** One of `acts`. */
    act: string;
    detail: string;
  };
  /** One row for each change of the state of the app. The last holds. */
  app_state: {
    /** Counts up by 1. */
    id: number;
    at: number;
    ios: IosState;
    ios_link: string | null;
    android: AndroidState;
    android_link: string | null;
  };
  account: { user_id: string; phone: string };
  session: { token_hash: Uint8Array; user_id: string; begun_at: number; seen_at: number };
  sign_in_code: {
    id_hash: Uint8Array;
    phone: string;
    browser_hash: Uint8Array;
    code_hash: Uint8Array;
    attempts: number;
    valid_until: number;
    /** 1 for a code that `./site admin code` has made, else 0. */
    by_operator: Generated<number>;
  };
  spent_challenge: { nonce: Uint8Array; valid_until: number };
  budget: {
    key: Uint8Array;
    /** Whole hours since January 1, 1970 (UTC). */
    hour: number;
    taken_in_hour: number;
    day: number;
    taken_in_day: number;
  };
  /** People who were erased or have left the waitlist, as hashes keyed with `secret`: see `hashSubject`. */
  erasure: { subject: Uint8Array; at: number };
  /** When a backup was made: one row in a backup, none in other databases. */
  backup_moment: { id: number; at: number };
  /**
   * One row: the key of the hashes of addresses and inviters, such as those in `erasure` and `stopped`. It is never
   * replaced, because hashes with different keys never match.
   */
  secret: { id: number; bytes: Uint8Array };
  /** One row, from which the keys of codes and limits are derived. */
  sign_in_secret: { id: number; bytes: Uint8Array };
}

/** PostgreSQL refuses a text with NUL, and with it the whole query. So on both engines no text has one. */
export function isStorable(text: string): boolean {
  return !text.includes('\0');
}
