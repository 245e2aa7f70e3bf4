import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

export const JSON_TYPE = 'application/json; charset=utf-8';

declare const VALUE: unique symbol;

/** An answer that is complete in memory. `Value` is the type of the JSON that it was made from. */
export interface Answer<Value = unknown> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
  /** Never set. It lets TypeScript compare the JSON with the schema of the call. */
  readonly value?: Value;
}

/** A reply that was sent with JSON of this type. */
export type Sent<Value> = FastifyReply & { readonly [VALUE]: Value };

export function send<Value>(answer: Answer<Value>, reply: FastifyReply): Sent<Value> {
  const { status, headers, body } = answer;
  return reply.status(status).headers(headers).send(body) as Sent<Value>;
}

/** Sends JSON that is written in parts. @param text must be JSON of the type `Value`, which is not checked */
export function sendParts<Value>(text: Readable, reply: FastifyReply): Sent<Value> {
  return reply.type(JSON_TYPE).send(text) as Sent<Value>;
}
