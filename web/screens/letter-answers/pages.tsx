import type { ReactNode } from 'react';
import { brand } from '../../../brand.ts';
import { platformToCome } from '../../../contract/launch.ts';
import { SIGNED_UP_KEY } from '../../../contract/mail.ts';
import { inEachState, type PageName } from '../../../contract/page-parts.ts';
import { AnswerPage } from '../../design/answer/answer-page.tsx';
import { LIT_WINDOW_KEY } from '../../design/lit-window.ts';
import { ANSWER_STYLES, type Page } from '../../page.ts';
import { cutLinkText, keepTexts, leaveTexts } from './letter-answer-texts.ts';

/**
 * Forgets in this browser that the person has signed up: the window at home is dark, and the link of an old letter
 * confirms nothing before a press.
 */
const FORGET_SIGN_UP = `delete document.documentElement.dataset.window
try{['${LIT_WINDOW_KEY}','${SIGNED_UP_KEY}'].forEach(key=>localStorage.removeItem(key))}catch{}`;

/**
 * What the links in letters open that change something: to leave, and after the launch to be kept. Their readers want to
 * do it with one press, without mail, a sign-in or questions. They fear that opening the link already does it, and that
 * nothing happens. So the pages work without JavaScript, and opening them changes nothing.
 */
export const letterAnswerPages = {
  leave: answerPage(leaveTexts.asked, <Press>{leaveTexts.asked.leave}</Press>),
  left: {
    ...answerPage(leaveTexts.left, <p>{leaveTexts.left.changeOfMind}</p>),
    headScripts: [FORGET_SIGN_UP],
  },
  keep: keepPage(keepTexts.asked, <Press>{keepTexts.asked.keep}</Press>),
  kept: keepPage(keepTexts.kept),
  'not-kept': answerPage(keepTexts.gone),
  'letter-link-cut': answerPage(cutLinkText),
} satisfies Partial<Record<PageName, Page>>;

function Press({ children }: { children: string }) {
  return (
    <form method="post">
      <button className="button" type="submit">
        {children}
      </button>
    </form>
  );
}

function keepPage(...page: Parameters<typeof answerPage>): Page {
  return { ...answerPage(...page), parts: { toCome: inEachState((app) => platformToCome(app)) } };
}

function answerPage({ title, words }: { title: string; words: string }, more?: ReactNode): Page {
  return {
    title: `${title} · ${brand.product}`,
    description: words,
    styles: ANSWER_STYLES,
    body: (
      <AnswerPage title={title}>
        <p>{words}</p>
        {more}
      </AnswerPage>
    ),
  };
}
