import type { ReactNode } from 'react';
import { brand } from '../../../brand.ts';
import { listedScreens } from '../../../contract/screens.ts';
import { BACK_TO_HOME } from '../screen-texts.ts';
import { LEGAL_LAST_UPDATED } from './legal-figures.ts';

/** One numbered chapter. The table of contents is made from the same list as the text. */
export interface LegalSection {
  /** The chapter's anchor: people link to it, so it stays even when the title changes. */
  readonly id: string;
  readonly title: string;
  readonly body: ReactNode;
}

interface LegalDocumentProps {
  readonly title: string;
  readonly introduction: ReactNode;
  readonly sections: readonly LegalSection[];
  readonly footer?: ReactNode;
}

/** The frame that the privacy policy and the terms share: plain HTML that needs no script. */
export function LegalDocument({ title, introduction, sections, footer }: LegalDocumentProps) {
  return (
    <>
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
          <p className="legal-date">Last updated {LEGAL_LAST_UPDATED}</p>
        </header>
        <nav className="legal-contents" aria-labelledby="contents">
          <h2 id="contents">Contents</h2>
          <ol>
            {sections.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ol>
        </nav>
        <main className="legal-text" id="text" tabIndex={-1}>
          <div className="legal-introduction">{introduction}</div>
          {sections.map(({ id, title, body }) => (
            <section key={id} id={id}>
              <h2>{title}</h2>
              {body}
            </section>
          ))}
        </main>
      </div>
      {footer}
    </>
  );
}

/** The contact address for all questions, as a link. */
export function ContactLink() {
  return <a href={`mailto:${brand.contactEmail}`}>{brand.contactEmail}</a>;
}

/** After the contact address: the postal address, if the owner has one. */
export function PostalAddress() {
  const lines: readonly string[] = brand.postalAddress;
  return lines.length > 0 && `, and by post at ${lines.join(', ')}`;
}
