import type { TSchema } from './type.ts';

/** What a call takes and answers. `contract/calls.ts` has its path and who may make it. */
export interface CallSchema {
  /** For the OpenAPI document. */
  readonly summary: string;
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
