import { isoOrNull } from '../../contract/durations.ts';
import type {
  Mailing as PresentedMailing,
  Recipient as PresentedRecipient,
} from '../../contract/schemas/mailings.ts';
import type { Mailing, Recipient } from '../../storage/mailings/read-mailings.ts';

export function present({
  at,
  startsAt,
  endedAt,
  lastAt,
  waits,
  ...mailing
}: Mailing): PresentedMailing {
  return {
    ...mailing,
    at: new Date(at).toISOString(),
    startsAt: new Date(startsAt).toISOString(),
    endedAt: isoOrNull(endedAt),
    lastAt: isoOrNull(lastAt),
    waits: waits && { why: waits.why, since: new Date(waits.since).toISOString() },
  };
}

/** Also the rows of the CSV. */
export async function* presentRecipients(
  steps: AsyncIterable<Recipient[]>,
): AsyncGenerator<PresentedRecipient[], undefined> {
  for await (const step of steps)
    yield step.map(({ since, answer, ...row }) => {
      return { ...row, since: new Date(since).toISOString(), answer: answer ?? '' };
    });
}
