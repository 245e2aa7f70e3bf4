import { type Static, type TObjectOptions, type TProperties, type TSchema, Type } from 'typebox';

/** An object that has no other properties. */
export const strictObject = <Properties extends TProperties>(
  properties: Properties,
  options: TObjectOptions = {},
) => Type.Object(properties, { ...options, additionalProperties: false });

/** A schema of one of these texts. TypeBox cannot derive a type from an array of unknown length, so it is given. */
export const literals = <Text extends string>(texts: readonly Text[]) =>
  Type.Unsafe<Text>(Type.Union(texts.map((text) => Type.Literal(text))));

export const timeOrNull = Type.Union([Type.String(), Type.Null()]);

/** The time of what the app's back end reports. */
export const reportedTime = Type.Optional(
  Type.String({
    description: 'ISO 8601 with an offset; the time of the request if missing.',
    examples: ['2025-06-14T12:00:00Z'],
  }),
);

/**
 * How often one address (with IPv6, one /64 network) may do something in a time window. A limit stops faulty and
 * hostile clients. It must be so high that all people in an office or a lecture hall, who share one address, never
 * reach it.
 */
export interface Limit {
  readonly max: number;
  /** Milliseconds. */
  readonly windowMs: number;
}

/** A call. Every call may answer `{ error }` with 4xx, and with 503 while the database is unavailable. */
export interface CallSchema {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** `pathTo` replaces a segment such as `:id` with a value. */
  readonly path: `/api/${string}`;
  /**
   * Who may make the call: `app` is the app's back end, with one of its keys; `mail-provider` is the provider of mail,
   * with a password; `session` is any signed-in user, for their own data; `admin` is a user who is an admin at the time
   * of the request; `waitlist` is an admin with the right that `./site admin change --waitlist` gives; `waitlist-fresh`
   * is such an admin who has entered a code in the last `FRESH_CODE_MS`, so that a stolen session is not enough.
   */
  readonly access:
    | 'anyone'
    | 'app'
    | 'mail-provider'
    | 'session'
    | 'admin'
    | 'waitlist'
    | 'waitlist-fresh';
  /** If set, the call does not extend the session, because an open page makes it by itself. */
  readonly doesNotExtendSession?: true;
  /** What the call does, for the OpenAPI document. */
  readonly summary: string;
  /** How often one address may make the call; unlimited if missing. */
  readonly limit?: Limit;
  readonly params?: TSchema;
  readonly querystring?: TSchema;
  readonly body?: TSchema;
  /** The maximum size of the body in bytes; if missing, the default of all calls. */
  readonly maxBodyBytes?: number;
  /** If set, JSON may also be sent as text/plain. */
  readonly takesPlainText?: true;
  /** If set, the call accepts a body of any type, and ignores its content. */
  readonly ignoresBody?: true;
  /** If set, the handler validates the body; the schema only documents it. */
  readonly checksOwnBody?: true;
  readonly response: TSchema;
  /** For a response that is not JSON: its media type and a description. */
  readonly media?: { readonly type: string; readonly description: string };
}

/** The parts of a call of the app's back end that takes one report, or a list of at most so many. */
export function takesReports<Report extends TSchema>(report: Report, most: number) {
  return {
    body: Type.Union([report, Type.Array(report, { minItems: 1, maxItems: most })]),
    // One kilobyte for each report of a full list. Only a report with very long ids needs more.
    maxBodyBytes: 1024 * 1024,
    // Validation by the schema would refuse a whole list because of one invalid report.
    checksOwnBody: true,
  } as const;
}

export const RefusedReports = Type.Array(
  Type.Object({
    index: Type.Integer({ description: 'The index of the report in the list, from 0.' }),
    error: Type.String(),
  }),
);

/** The answer about reports on addresses. */
export const AcceptedReports = Type.Object(
  {
    accepted: Type.Integer(),
    refused: RefusedReports,
  },
  {
    description:
      'How many reports were understood. It is the same whether or not their addresses are on the waitlist.',
  },
);
export type AcceptedReports = Static<typeof AcceptedReports>;

const errorIds = ['proof-needed', 'code-needed'] as const;

/** The body of every response whose status is not 2xx. */
export const ErrorResponse = Type.Object(
  {
    error: Type.String(),
    /** Set if a page must distinguish this error from others with the same status. */
    id: Type.Optional(Type.Unsafe<(typeof errorIds)[number]>({ type: 'string', enum: errorIds })),
  },
  { description: 'What went wrong, in one sentence for people.' },
);
export type ErrorResponse = Static<typeof ErrorResponse>;
