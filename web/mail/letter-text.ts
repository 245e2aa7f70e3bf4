import { brand } from '../../brand.ts';
import type { LetterContent } from './letter-content.ts';
import { LEAVE_WORDS, letterLinks } from './letter-links.ts';

/**
 * The plain-text part of a letter, with all words and links of the HTML part. Paragraphs are not wrapped, because mail
 * programs wrap them to the width of the screen.
 */
export function renderText(content: LetterContent): string {
  const { headline, subline, words, button, share, after, why } = content;
  return `${[
    `${headline}\n${subline}`,
    ...words,
    `${button}:\n${letterLinks.open}`,
    ...(share ? [`${share}\n${letterLinks.share}`] : []),
    ...after,
    why,
    `${LEAVE_WORDS}:\n${letterLinks.leave}`,
    `Privacy Policy: ${letterLinks.privacy}`,
    `© {{year}} ${brand.legalEntity}\nQuestions? Write to ${brand.contactEmail}`,
  ].join('\n\n')}\n`;
}
