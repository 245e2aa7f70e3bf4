import { randomBytes } from 'node:crypto';
import { type LetterKind, letterKinds } from '../../storage/mail/letter.ts';
import type { Position } from '../../storage/mail/positions.ts';
import { readLetterTemplates } from '../pages/build.ts';
import { createComposer } from './compose-letter.ts';
import { createLetterTokens } from './letter-tokens.ts';
import type { Mail } from './mail-message.ts';

const POSITION: Position = { code: 'k7mw2pqd', place: 118, waiting: 2_346, friends: 1 };

/**
 * Composes each letter as the site would, with an invented place. The links confirm nothing, because their tokens have
 * another key than those of the site.
 *
 * @param origin of the links
 * @throws StartRefusal if the pages are not built
 */
export async function composeSamples(
  to: string,
  origin: string,
): Promise<Readonly<Record<LetterKind, Mail>>> {
  const secret = randomBytes(32);
  const tokens = createLetterTokens(secret);
  const composer = createComposer(await readLetterTemplates(), tokens, { origin, secret });
  const at = Date.now();
  const mails = letterKinds.map((kind) => [
    kind,
    composer.compose({ kind, email: to, at }, POSITION),
  ]);
  return Object.fromEntries(mails);
}
