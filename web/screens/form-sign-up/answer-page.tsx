import type { ReactNode } from 'react';
import { listedScreens } from '../../../contract/screens.ts';
import { Footer } from '../../design/footer/footer.tsx';
import { BACK_TO_HOME } from '../../design/link-texts.ts';
import { Logo } from '../../design/logo.tsx';
import { Skyline } from '../../design/skyline.tsx';
import { Stars } from '../../design/stars.tsx';

/** The answer to a sign-up without JavaScript. */
export function AnswerPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <main className="answer sky">
        <Stars />
        <div className="answer-words">
          <Logo />
          <h1 className="display">{title}</h1>
          {children}
          <a className="button button-quiet" href={listedScreens.home}>
            {BACK_TO_HOME}
          </a>
        </div>
        <Skyline />
      </main>
      <Footer />
    </>
  );
}
