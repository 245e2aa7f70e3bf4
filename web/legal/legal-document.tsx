import { brand } from '../../brand.ts';
import { listedScreens } from '../../contract/screens.ts';
import { BACK_TO_HOME } from '../design/screen-texts.ts';
import type { LegalText } from './render-legal-text.ts';

/** Chats show the picture of the home page for a link to a legal text. */
export const LEGAL_PREVIEW = {
  picture: '/preview-home.jpg',
  alt: `${brand.product} above the roofs of a city at six in the evening`,
};

/** The page of a legal text: plain HTML that needs no script. The table of contents has the titles of the chapters. */
export function LegalDocument({
  text: { title, updated, introduction, sections },
}: {
  text: LegalText;
}) {
  const contents = sections.map(({ id, title }) => `<li><a href="#${id}">${title}</a></li>`);
  const chapters = sections.map(
    ({ id, title, body }) => `<section id="${id}"><h2>${title}</h2>${body}</section>`,
  );
  return (
    <div className="legal">
      <a className="legal-skip" href="#text">
        Skip to the text
      </a>
      <header className="legal-header">
        <a className="legal-home" href={listedScreens.home}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M20 12H4m7-7-7 7 7 7" />
          </svg>
          {BACK_TO_HOME}
        </a>
        <h1>{title}</h1>
        <p className="legal-date">{updated}</p>
      </header>
      <nav className="legal-contents" aria-labelledby="contents">
        <h2 id="contents">Contents</h2>
        <ol {...inner(contents)} />
      </nav>
      <main
        className="legal-text"
        id="text"
        tabIndex={-1}
        {...inner([`<div class="legal-introduction">${introduction}</div>`, ...chapters])}
      />
    </div>
  );
}

/** The texts are ours. */
function inner(html: readonly string[]) {
  return { dangerouslySetInnerHTML: { __html: html.join('') } };
}
