import type { ReactNode } from 'react';
import { listedScreens } from '../../../contract/screens.ts';
import { Footer } from '../../design/footer/footer.tsx';
import { Logo } from '../../design/logo.tsx';
import { BACK_TO_HOME } from '../../design/screen-texts.ts';
import { Skyline } from '../../design/skyline.tsx';
import { Stars } from '../../design/stars.tsx';
import { FIRST_SCREEN_END_ID, FOOTER_STYLE, type Page, QUIET_BUTTON_STYLE } from '../../page.ts';

/** What the pages have in common that ask for one press, or answer one, without JavaScript. */
export const answerPage = (title: string, words: ReactNode) =>
  ({
    styles: [QUIET_BUTTON_STYLE, 'web/screens/answers/answer.css', FOOTER_STYLE],
    // The words are centred.
    paintedWhole: true,
    body: (
      <>
        <main className="answer sky">
          <Stars />
          <div className="answer-words">
            <Logo />
            <h1 className="display">{title}</h1>
            {words}
            <a className="button button-quiet" href={listedScreens.home}>
              {BACK_TO_HOME}
            </a>
          </div>
          <Skyline />
          <div id={FIRST_SCREEN_END_ID} hidden />
        </main>
        <Footer />
      </>
    ),
  }) satisfies Partial<Page>;
