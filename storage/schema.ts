// Long because it is every table.
import type { Generated } from 'kysely';
import type { AndroidState, IosState } from '../contract/availability.ts';

/**
 * A column, and the type of its values in TypeScript. `id` and `idNeverReused` are numbers that the engine generates by
 * counting up; of the second kind, the number of a deleted row is never given again. Engines choose the types of
 * `ColumnTypes` for them. Texts are ordered and compared by their UTF-8 bytes.
 */
export interface Column<Value> {
  readonly type: 'id' | 'idNeverReused' | 'smallint' | 'integer' | 'bigint' | 'text' | 'bytes';
  readonly mayBeNull?: true;
  readonly default?: number | string;
  /** The migration that adds the column, unless the first one does. */
  readonly addedBy?: string;
  /** Only for the type checker. */
  readonly value?: Value;
}

export interface TableDefinition {
  /** The migration that adds the table, unless the first one does. */
  readonly addedBy?: string;
  readonly columns: Readonly<Record<string, Column<unknown>>>;
  /** The columns of the primary key. */
  readonly key: readonly string[];
  /** Whether the rows are stored in the index of the primary key, if the engine has such tables. */
  readonly isKeptInKeyOrder?: true;
  /** Columns that are unique together, as in SQL. */
  readonly unique?: readonly string[];
  /** The columns of each further index, as in SQL. */
  readonly indexes?: readonly string[];
}

/** The number of the state `same-mailbox` of letters. The core of the specification does not import `letterStates`. */
const SAME_MAILBOX = 7;

const id: Column<Generated<number>> = { type: 'id' };
const idNeverReused: Column<Generated<number>> = { type: 'idNeverReused' };
const smallint: Column<number> = { type: 'smallint' };
const integer: Column<number> = { type: 'integer' };
const bigint: Column<number> = { type: 'bigint' };
const text: Column<string> = { type: 'text' };
const bytes: Column<Uint8Array> = { type: 'bytes' };

function orNull<Value>(column: Column<Value>): Column<Value | null> {
  return { ...column, mayBeNull: true };
}

/** An INSERT may leave the column out. */
function withDefault<Value>(
  column: Column<Value>,
  value: Value & (number | string),
): Column<Generated<Value>> {
  return { type: column.type, default: value };
}

/** The columns of `Counts`. They are `integer`, because an engine may need twice as long to add up `bigint`. */
const counts = {
  page_views: withDefault(integer, 0),
  downloads: withDefault(integer, 0),
  invites_sent: withDefault(integer, 0),
  invites_accepted: withDefault(integer, 0),
};

/**
 * Every table as it is now, the same in every engine. Times are whole milliseconds, and days whole days, since January 1,
 * 1970 (UTC). The first migration makes the tables from this; a test compares the result of all migrations with it.
 */
export const schema = {
  /**
   * The table has no index except its primary key: a sign-up writes to the same place whether it adds a row or counts
   * one more request (decision 007).
   */
  waitlist: {
    columns: {
      email: text,
      joined_at: bigint,
      requests: integer,
      /** An index into `personStates`. */
      state: withDefault(smallint, 0),
      /** When the state began, or else null. */
      state_at: orNull(bigint),
      /** The wave that the person was reserved for, unless set back to waiting. */
      wave: orNull(integer),
      /** When the person asked to be kept for the platform that is not launched yet; null if never. */
      kept_at: orNull(bigint),
    },
    key: ['email'],
    isKeptInKeyOrder: true,
  },

  /**
   * Sign-ups by the link of an inviter: one row for each address, whose inviter is the one whose link put it on the
   * waitlist. The address also has a row in `waitlist` or `letter`. It is the log of `sign_ups`: see `inviter_day`.
   */
  sign_up_ref: {
    columns: {
      email: text,
      inviter_key: integer,
      /** When the row was added; once the sign-up counts, from when on it does. */
      at: bigint,
      /** One of `signUpCounts`. */
      counted: smallint,
    },
    key: ['email'],
    isKeptInKeyOrder: true,
  },

  /** How many new sign-ups each link of the setting LINK_NAMES had on a day. */
  named_link: { columns: { name: text, day: integer, sign_ups: integer }, key: ['name', 'day'] },

  /** One row for each sign-up that has not been read by `storage.letters.queue` yet. */
  ask: {
    columns: {
      id,
      email: text,
      /** The code of the member whose link was used. */
      via: orNull(text),
      at: bigint,
      /** What an admin has requested: 1 for the kind `earlier`, 2 for `last-call`; 0 for a sign-up. */
      earlier: withDefault(smallint, 0),
      /** A number of `letterPriorities`. */
      priority: withDefault(smallint, 0),
    },
    key: ['id'],
  },
  /** People who are let in together: see `createWaves`. */
  wave: {
    columns: {
      /** Counts up by 1. */
      id: integer,
      at: bigint,
      /** The admin who took the people, as in `audit.who`; null once the retention has removed the entry of `audit`. */
      who: orNull(text),
      /** How many people were reserved. */
      people: integer,
      /** How many of them were set back to waiting. */
      back: integer,
      /** When they were invited, because their file had been downloaded. */
      taken_at: orNull(bigint),
      undone_at: orNull(bigint),
    },
    key: ['id'],
  },
  /** One row: when the app last reported who is in. */
  arrival_report: { columns: { id: integer, at: bigint }, key: ['id'] },
  /** One row for each address that was confirmed. The address also has a row in `waitlist`. */
  member: {
    columns: {
      /** Never reused, and counts up: it is the order in which members have confirmed. */
      key: idNeverReused,
      email: text,
      /** The keyed hash of the mailbox, which may have several addresses: see `hashMailbox`. */
      mailbox: bytes,
      code: text,
      /** The key of the member whose link was used and who was credited. */
      via_member: orNull(integer),
      /** How many rows have this row's key in `via_member`. */
      friends: integer,
      /** The member with the lowest rank is first; of equal ranks, the one with the higher key. See `NOT_WAITING`. */
      rank: integer,
      confirmed_at: bigint,
      /** The `CONSENT_VERSION` that the member agreed to; null for members who confirmed elsewhere. */
      consent: orNull(text),
      /** An index into `phones`; null for a member who has not said which phone it is. */
      phone: orNull(smallint),
    },
    key: ['key'],
    unique: ['code', 'email', 'mailbox where via_member is not null'],
    indexes: ['rank, key desc', 'via_member', 'mailbox, key'],
  },
  letter: {
    columns: {
      /** Never reused, so that the result of sending an erased letter is never stored for another letter. */
      id: idNeverReused,
      /** Null for a letter to a sign-up. A mailing's letters are never deleted, so that the sum of all states stays the same. */
      mailing: orNull(integer),
      /** An index into `letterKinds`; null for a letter of a mailing. */
      kind: orNull(smallint),
      /** A number of `letterPriorities`. */
      priority: withDefault(smallint, 0),
      /** Empty once the address has left or was erased. */
      email: text,
      /**
       * See `member`. The limits on the number of letters apply to a mailbox, not to an address. Of a mailing, it is random
       * once the address is gone.
       */
      mailbox: bytes,
      via: orNull(text),
      /** An index into `letterStates`. */
      state: smallint,
      attempts: integer,
      /** When it may be sent. */
      due_at: bigint,
      /** When it was queued. */
      at: bigint,
      /** When the state began. */
      since: bigint,
      reply: orNull(text),
      /** Of a mailing: an index into `returnResults`, for an accepted letter that came back; and when this was reported. */
      returned: orNull(smallint),
      returned_at: orNull(bigint),
    },
    key: ['id'],
    unique: [`mailbox, mailing where state <> ${SAME_MAILBOX}`],
    indexes: ['email', 'state, priority, due_at, id', 'mailing, state, since'],
  },
  /** What the team has sent to many people at once: see `createMailings`. */
  mailing: {
    columns: {
      /** Counts up by 1. */
      id: integer,
      at: bigint,
      /** As in `audit`, and forgotten with it. */
      who: orNull(text),
      /** An index into `mailingKinds`. */
      kind: smallint,
      subject: text,
      words: text,
      /** How many recipients were chosen. The mailing always has as many letters. */
      people: integer,
      /** Whom it invites. */
      wave: orNull(integer),
      /** Of a launch letter: its launch; null once it was taken back before a letter was sent. */
      launch: orNull(integer),
      /** An index into `phones`, if it goes only to people who have it. */
      phone: orNull(smallint),
      starts_at: bigint,
      /** A sentence; null unless it is paused. */
      paused_why: orNull(text),
      ended_at: orNull(bigint),
      /** Accepted letters, and what came back of them, until a gate is reached: see `GateCounts`. */
      sent: withDefault(integer, 0),
      bounced: withDefault(integer, 0),
      complained: withDefault(integer, 0),
      /** How many letters failed since the last one that was accepted. */
      failures: withDefault(integer, 0),
    },
    key: ['id'],
  },
  /** The app was launched on a platform, and people get a letter about it: see `createLaunch`. */
  launch: {
    columns: {
      /** Counts up by 1. */
      id: integer,
      /** Which platforms were launched then: see `launchedPlatforms`. */
      platforms: smallint,
      /** When it began: it concerns people who were on the waitlist before, and have not asked to be kept since. */
      at: bigint,
      /** The named day: no address is deleted before. Only an admin moves it, and only later. */
      day: integer,
      /** When an admin started the deletion; null unless it is started. */
      started_at: orNull(bigint),
      /** Who started it, as in `audit`, and forgotten with it. */
      who: orNull(text),
      /** How many addresses were deleted. */
      deleted: withDefault(integer, 0),
    },
    key: ['id'],
  },
  /** Addresses that have left the waitlist, or get no letters, as hashes of `hashSubject`. */
  stopped: {
    columns: {
      subject: bytes,
      /** One of `suppressionReasons`. */
      reason: smallint,
      at: bigint,
      /** Of an address that has left: the mailing whose letter it got last. A complaint counts for this mailing. */
      mailing: orNull(integer),
    },
    key: ['subject', 'reason'],
    isKeptInKeyOrder: true,
  },
  /** One row, if letters were ever turned on. */
  letters_begun: {
    columns: {
      id: integer,
      at: bigint,
      /** Not used any more. */
      earlier_asked_at: orNull(bigint),
      /** What letters wait for, one of `WaitsFor`; a sentence about it; and since when. Null while letters are sent. */
      waits_for: orNull(text),
      waits_why: orNull(text),
      waits_since: orNull(bigint),
      /** How many times addresses were deleted since retention last removed deleted bytes from the disk. */
      unscrubbed: integer,
      /** When letters were last turned on, at least to the hour. */
      on_at: orNull(bigint),
      /** When an admin last requested letters to people who had never confirmed; null if never. */
      unconfirmed_asked_at: orNull(bigint),
    },
    key: ['id'],
  },

  /** Other tables refer to a person only by `key`: without this row, their rows identify no person. */
  inviter: {
    columns: {
      /** Never reused, so that a new inviter never gets the log of an erased inviter. */
      key: idNeverReused,
      user_id: text,
      username: text,
      first_name: orNull(text),
      profile_image_url: orNull(text),
      /** The id and the names in which a search looks: see `searchedTexts`. */
      search_text: text,
      /** The text by which names are ordered: see `searchedTexts`. */
      sort_name: { ...text, default: '' },
    },
    key: ['key'],
    unique: ['user_id'],
    indexes: ['sort_name'],
  },
  /** Erased inviters whose events are still to be deleted. */
  erased_inviter: { columns: { inviter_key: integer }, key: ['inviter_key'] },

  /** The log: one row for each event that counted. */
  invite_event: {
    columns: {
      id,
      inviter_key: integer,
      /** One of `counterCodes`. */
      counter: smallint,
      at: bigint,
    },
    key: ['id'],
  },
  /**
   * The keys (`eventKey`) by which a repeated visit is recognised for `EVENT_ID_MEMORY_DAYS`. They are not in the log,
   * so that its rows stay small.
   */
  event_key: { columns: { key: bytes, at: bigint }, key: ['key'], isKeptInKeyOrder: true },
  app_invite: {
    columns: {
      invite_id: text,
      inviter_key: integer,
      /** 0 or 1. */
      accepted: smallint,
    },
    key: ['invite_id'],
    isKeptInKeyOrder: true,
    indexes: ['inviter_key'],
  },

  /**
   * What an inviter had on a day (UTC): events of the log, and sign-ups of `sign_up_ref` that count. What these tables do
   * not have any more is in the inviter's row of the day `OLDER`. The day is first in the key, so that the rows of today,
   * which change all the time, are side by side.
   */
  inviter_day: {
    columns: { day: integer, inviter_key: integer, ...counts, sign_ups: withDefault(integer, 0) },
    key: ['day', 'inviter_key'],
    isKeptInKeyOrder: true,
  },
  /**
   * What an inviter had in all, for the order and the pages of the table: the sums of the inviter's rows of
   * `inviter_day`. Downloads never exceed page views.
   */
  inviter_total: {
    columns: { inviter_key: integer, ...counts, sign_ups: withDefault(integer, 0) },
    key: ['inviter_key'],
  },
  /** What all inviters had in an hour, counted from 1970 (UTC); in the row `OLDER` what the log does not have any more. */
  hour_total: { columns: { hour: integer, ...counts }, key: ['hour'] },
  /** Visits that do not count, by reason. */
  excluded_total: {
    columns: { day: integer, reason: text, events: bigint },
    key: ['day', 'reason'],
  },

  /** The last run of the retention, in one row. */
  retention_run: {
    columns: {
      id: integer,
      at: bigint,
      events: bigint,
      erased_events: bigint,
      /** See `reachAfter`. */
      reach: bigint,
    },
    key: ['id'],
  },

  /** Every phone number in the database has the E.164 format. */
  admin: {
    columns: {
      phone: text,
      added_at: bigint,
      /** 1 for an admin with the right to the waitlist and the state of the app, else 0. */
      waitlist: withDefault(smallint, 0),
    },
    key: ['phone'],
    isKeptInKeyOrder: true,
  },
  /** What admins did. */
  audit: {
    columns: {
      id: idNeverReused,
      at: bigint,
      /** See `Author`. */
      who: text,
      /** One of `acts`. */
      act: text,
      detail: text,
    },
    key: ['id'],
  },
  /** One row for each change of the state of the app. The last row is the current state. */
  app_state: {
    columns: {
      /** Counts up by 1. */
      id: integer,
      at: bigint,
      ios: text as Column<IosState>,
      ios_link: orNull(text),
      android: text as Column<AndroidState>,
      android_link: orNull(text),
    },
    key: ['id'],
  },
  /** What the team wrote about a day. */
  note: { columns: { id: idNeverReused, day: integer, words: text }, key: ['id'] },
  account: { columns: { user_id: text, phone: text }, key: ['user_id'], unique: ['phone'] },
  session: {
    columns: { token_hash: bytes, user_id: text, begun_at: bigint, seen_at: bigint },
    key: ['token_hash'],
    isKeptInKeyOrder: true,
    indexes: ['user_id'],
  },
  sign_in_code: {
    columns: {
      id_hash: bytes,
      phone: text,
      browser_hash: bytes,
      code_hash: bytes,
      attempts: integer,
      valid_until: bigint,
      /** 1 for a code that `./site admin code` has made, else 0. */
      by_operator: withDefault(integer, 0),
    },
    key: ['id_hash'],
    unique: ['phone, browser_hash'],
  },
  spent_challenge: {
    columns: { nonce: bytes, valid_until: bigint },
    key: ['nonce'],
    isKeptInKeyOrder: true,
  },
  budget: {
    columns: {
      key: bytes,
      /** Whole hours since January 1, 1970 (UTC). */
      hour: integer,
      taken_in_hour: integer,
      day: integer,
      taken_in_day: integer,
    },
    key: ['key'],
    isKeptInKeyOrder: true,
  },
  /** People who were erased or have left the waitlist, as hashes keyed with `secret`: see `hashSubject`. */
  erasure: {
    columns: {
      subject: bytes,
      at: bigint,
      /** 1 if the address was deleted after the launch, so that its sign-up stays counted; else 0. */
      stays_counted: withDefault(smallint, 0),
    },
    key: ['subject'],
    isKeptInKeyOrder: true,
  },
  /**
   * The last notice to the team of each `NoticeName`; when the newest backup was made; and, until an admin has looked up
   * what was sent since then, when one was restored. See `createNotices`.
   */
  notice: { columns: { name: text, told: text }, key: ['name'], isKeptInKeyOrder: true },
  /** When a backup was made: one row in a backup, none in other databases. */
  backup_moment: { columns: { id: integer, at: bigint }, key: ['id'] },
  /**
   * One row: the key of the hashes of addresses and inviters, such as those in `erasure` and `stopped`. It is never
   * replaced, because hashes with different keys never match.
   */
  secret: { columns: { id: integer, bytes: bytes }, key: ['id'] },
  /** One row, from which the keys of codes and limits are derived. */
  sign_in_secret: { columns: { id: integer, bytes: bytes }, key: ['id'] },
} as const satisfies Readonly<Record<string, TableDefinition>>;

/** Tables that only an engine's own queries read. They exist only in an engine with `ColumnTypes.unlogged`. */
export const unloggedTables = {
  limit_window: { columns: { key: bytes, hits: integer, until: bigint }, key: ['key'] },
} as const satisfies Readonly<Record<string, TableDefinition>>;

type Columns<Of> = {
  -readonly [Name in keyof Of]: Of[Name] extends Column<infer Value> ? Value : never;
};

/** The types of the rows of each table. */
export type Database = {
  [Name in keyof typeof schema]: Columns<(typeof schema)[Name]['columns']>;
};
export type Table = keyof Database;

/** An engine may refuse a text with NUL, and with it the whole query. So no stored text has one. */
export function isStorable(text: string): boolean {
  return !text.includes('\0');
}
