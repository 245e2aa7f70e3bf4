import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExclusionReason } from '../../contract/invite-events.ts';

export interface UserAgent {
  text: string;
  /** Why visits with this user agent are not counted; undefined for a person's browser. */
  excluded: ExclusionReason | undefined;
}

/** An ordinary browser, for tests in which the user agent does not matter. */
export const A_PERSON =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';

/** Every line of `user-agents.txt`. */
export function userAgents(): UserAgent[] {
  const file = readFileSync(join(import.meta.dirname, 'user-agents.txt'), 'utf8');
  return file.split(/^== /m).slice(1).flatMap(readSection);
}

function readSection(section: string): UserAgent[] {
  const [title, ...lines] = section.split('\n');
  const excluded = title === 'person' ? undefined : (title as ExclusionReason);
  return lines
    .filter((line) => line !== '' && !line.startsWith('-- '))
    .map((text) => ({ text, excluded }));
}
