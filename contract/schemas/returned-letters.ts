import { type Static, Type } from 'typebox';
import { MINUTE_MS } from '../durations.ts';
import { MAX_RETURNED_PER_CALL, type ReturnResult, returnResults } from '../mail.ts';
import {
  AcceptedReports,
  type CallSchema,
  literals,
  strictObject,
  takesReports,
} from './call-schema.ts';

/** A letter that came back. */
export const ReturnedLetter = strictObject({
  email: Type.String(),
  result: Type.Unsafe<ReturnResult>(
    Type.Union(returnResults.map((result) => Type.Literal(result))),
  ),
});
export type ReturnedLetter = Static<typeof ReturnedLetter>;

/** The providers whose own reports the site reads. */
export const mailProviders = ['postmark', 'amazon-ses'] as const;
export type MailProvider = (typeof mailProviders)[number];

export const returnedLetterCalls = {
  reportReturned: {
    method: 'POST',
    path: '/api/returned-letters',
    access: 'app',
    summary: 'Report letters that bounced or were reported as spam: their addresses get no more',
    ...takesReports(ReturnedLetter, MAX_RETURNED_PER_CALL),
    response: AcceptedReports,
  },
  reportMailEvent: {
    method: 'POST',
    path: '/api/mail-events/:provider',
    access: 'mail-provider',
    summary: 'Report a letter that came back, as the webhook of a mail provider does',
    // Far above what a mailing brings back. A provider sends later what was refused.
    limit: { max: 1_200, windowMs: MINUTE_MS },
    params: Type.Object({ provider: literals(mailProviders) }),
    body: Type.Object(
      {},
      { description: 'As the provider documents it. Other events change nothing.' },
    ),
    // Each provider has its own shape.
    checksOwnBody: true,
    // An event has up to 10 KiB, most of them headers of the letter.
    maxBodyBytes: 64 * 1024,
    // As Amazon SNS sends JSON.
    takesPlainText: true,
    response: AcceptedReports,
  },
} as const satisfies Record<string, CallSchema>;
