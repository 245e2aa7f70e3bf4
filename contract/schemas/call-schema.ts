import type { TSchema } from './type.ts';

/**
 * How often one address (of IPv6, one /64 network) may do something in a time. It stops a runaway or hostile sender.
 * An office or a lecture hall behind one address must never meet it.
 */
export interface Limit {
  readonly max: number;
  /** Milliseconds. */
  readonly timeWindow: number;
}

/** What a call takes and answers. `contract/calls.ts` has its path and who may make it. */
export interface CallSchema {
  /** For the OpenAPI document. */
  readonly summary: string;
  /** How often one address may make the call; as often as it likes where there is none. */
  readonly limit?: Limit;
  readonly params?: TSchema;
  readonly querystring?: TSchema;
  readonly body?: TSchema;
  /** Most bytes of a body, where that is more than of other calls. */
  readonly maxBodyBytes?: number;
  /** The handler checks the body itself: the schema describes it, and refuses nothing. */
  readonly checksOwnBody?: true;
  readonly response: TSchema;
  /** Of an answer that is no JSON: its media type, and what it is. */
  readonly media?: { readonly type: string; readonly description: string };
}
