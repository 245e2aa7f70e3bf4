import { renderToStaticMarkup } from 'react-dom/server';
import type { LetterLook } from './letter-colours.ts';
import { type LetterContent, letterContents } from './letter-content.ts';
import { LetterHtml } from './letter-html.tsx';
import type { LetterTemplate } from './letter-template.ts';
import { renderText } from './letter-text.ts';

/** @returns the letters, by their kind (`letterKinds` of the server's storage) */
export function renderLetters(look: LetterLook): Readonly<Record<string, LetterTemplate>> {
  const letters = Object.entries<LetterContent>(letterContents).map(([kind, content]) => {
    const html = renderToStaticMarkup(<LetterHtml content={content} look={look} />);
    const { subject } = content;
    return [kind, { subject, html: `<!doctype html>${html}`, text: renderText(content) }] as const;
  });
  return Object.fromEntries(letters);
}
