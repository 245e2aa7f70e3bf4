import { type Author, MAIL_PROVIDER } from '../../contract/audit.ts';
import type { MailProvider } from '../../contract/schemas/returned-letters.ts';
import type { AppParts } from '../app-parts.ts';
import type { Handlers } from '../http/call.ts';
import { errors } from '../http/errors.ts';
import { readAmazonSesEvent } from './amazon-ses-events.ts';
import { readPostmarkEvent } from './postmark-events.ts';
import { type MailEvent, storeReturned } from './returned-letters.ts';

const readers: Readonly<Record<MailProvider, (body: unknown) => MailEvent | undefined>> = {
  postmark: readPostmarkEvent,
  'amazon-ses': readAmazonSesEvent,
};

/** The call with which a provider itself reports letters that came back. */
export function mailEventCalls({ storage, clock }: AppParts) {
  return {
    reportMailEvent: async ({ params, body }) => {
      if (!Object.hasOwn(readers, params.provider)) throw errors.unknownCall();
      const event = readers[params.provider](body);
      if (!event) throw errors.unknownMailEvent(params.provider);
      const author: Author = { who: MAIL_PROVIDER, at: clock() };
      if (event.confirm) await storage.audit.record(author, 'confirm-reports', event.confirm);
      const { stored, refused } = await storeReturned(event.returned, storage, author);
      const sentences = refused.map(({ index, error }) => ({ index, error: error.message }));
      return { accepted: stored, refused: sentences };
    },
  } satisfies Partial<Handlers>;
}
