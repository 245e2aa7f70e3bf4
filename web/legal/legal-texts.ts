/** The legal texts of the site. The build fails here if a figure is unknown or unused, or a topic is missing. */
import { figures } from './figures.ts';
import privacy from './privacy.md?raw';
import { type LegalSource, type LegalText, renderLegalText } from './render-legal-text.ts';
import terms from './terms.md?raw';

/** What the privacy policy must say something about. */
const PRIVACY_TOPICS = [
  'Account information',
  'Profile information',
  'Event information',
  'Dinder information',
  'Sponti information',
  'Communication information',
  'Location information',
  'Technical information',
  'uses',
  'storage-and-security',
  'sharing',
  'retention',
  'rights-and-controls',
  'children',
  'international-transfers',
  'changes',
  'contact',
];
/** What the terms must say something about. */
const TERMS_TOPICS = [
  'eligibility',
  'core-services',
  'user-conduct',
  'event-creators',
  'event-participants',
  'location',
  'intellectual-property',
  'safety',
  'sms-invitations',
  'liability',
  'termination',
  'disputes',
  'contact',
];

const used = new Set<string>();

export const privacyTexts = textsOf({
  file: 'privacy.md',
  markdown: privacy,
  topics: PRIVACY_TOPICS,
});
export const termsTexts = textsOf({ file: 'terms.md', markdown: terms, topics: TERMS_TOPICS });

const unused = Object.keys(figures).filter((name) => !used.has(name));
if (unused.length > 0) {
  throw new Error(`No legal text has {${unused.join('}, {')}} of web/legal/figures.ts.`);
}

/** On a site that sends letters, and on one that sends none. */
function textsOf(source: LegalSource): Readonly<Record<'letters' | 'no-letters', LegalText>> {
  return {
    letters: renderLegalText(source, figures, true, used),
    'no-letters': renderLegalText(source, figures, false, used),
  };
}
