import type { FastifyReply } from 'fastify';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** An answer that is complete in memory. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

const jsonAnswers = new WeakMap<object, Answer>();

/** @returns an answer with the value as JSON. A second call with the same object returns the same answer */
export function jsonAnswer(value: object): Answer {
  let answer = jsonAnswers.get(value);
  if (!answer) {
    const body = Buffer.from(JSON.stringify(value));
    answer = { status: 200, headers: { 'content-type': JSON_TYPE }, body };
    jsonAnswers.set(value, answer);
  }
  return answer;
}

export function send({ status, headers, body }: Answer, reply: FastifyReply): FastifyReply {
  return reply.status(status).headers(headers).send(body);
}
