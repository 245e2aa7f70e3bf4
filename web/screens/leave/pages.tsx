import type { ReactNode } from 'react';
import { brand } from '../../../brand.ts';
import { SIGNED_UP_KEY } from '../../../contract/mail.ts';
import type { PageName } from '../../../contract/page-parts.ts';
import { AnswerPage } from '../../design/answer/answer-page.tsx';
import { LIT_WINDOW_KEY } from '../../design/lit-window.ts';
import { ANSWER_STYLES, type Page } from '../../page.ts';
import { leaveTexts } from './leave-texts.ts';

/**
 * Forgets in this browser that the person has signed up: the window at home is dark, and the link of an old letter
 * confirms nothing before a press.
 */
const FORGET_SIGN_UP = `delete document.documentElement.dataset.window
try{['${LIT_WINDOW_KEY}','${SIGNED_UP_KEY}'].forEach(key=>localStorage.removeItem(key))}catch{}`;

const { asked, left, cut } = leaveTexts;

/**
 * What the link to leave in a letter opens. Its readers want to leave with one press, without mail, a sign-in or
 * questions. They fear that opening the link already deletes something, and that nothing happens. So the page works
 * without JavaScript, and opening it changes nothing.
 */
export const leavePages = {
  leave: leavePage(
    asked,
    <form method="post">
      <button className="button" type="submit">
        {asked.leave}
      </button>
    </form>,
  ),
  left: {
    ...leavePage(left, <p>{left.changeOfMind}</p>),
    headScripts: [FORGET_SIGN_UP],
  },
  'leave-link-cut': leavePage(cut),
} satisfies Partial<Record<PageName, Page>>;

function leavePage({ title, words }: { title: string; words: string }, more?: ReactNode): Page {
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
