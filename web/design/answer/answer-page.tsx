import type { ReactNode } from 'react';
import { listedScreens } from '../../../contract/screens.ts';
import { Footer } from '../footer/footer.tsx';
import { Logo } from '../logo.tsx';
import { BACK_TO_HOME } from '../screen-texts.ts';
import { Skyline } from '../skyline.tsx';
import { Stars } from '../stars.tsx';

/** A page that asks for one press, or answers one, without JavaScript. */
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
