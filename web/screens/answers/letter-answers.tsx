import type { ReactNode } from 'react';
import { brand } from '../../../brand.ts';
import { platformToCome } from '../../../contract/launch.ts';
import { inEachState, type PageName } from '../../../contract/page-parts.ts';
import { SIGNED_UP_KEY } from '../../../contract/screens.ts';
import { LIT_WINDOW_KEY } from '../../design/visitor-memory.ts';
import type { Page } from '../../page.ts';
import { answerPage } from './answer-page.tsx';
import { cutLinkText, keepTexts, leaveTexts } from './letter-answer-texts.ts';

/**
 * Makes this browser forget that the person has signed up. Then the window of the home page is dark, and the link of an
 * old letter confirms only after a press.
 */
const FORGET_SIGN_UP = `delete document.documentElement.dataset.window
try{['${LIT_WINDOW_KEY}','${SIGNED_UP_KEY}'].forEach(key=>localStorage.removeItem(key))}catch{}`;

/**
 * The pages of links in letters that change something: to leave the waitlist, and after the launch to stay on it.
 * People want one press, without mail, a sign-in or questions. They also want to be sure that only the press changes
 * something, and that it does. So the pages work without JavaScript, and opening them changes nothing.
 */
export const letterAnswerPages = {
  leave: answerTo(leaveTexts.asked, <Press>{leaveTexts.asked.leave}</Press>),
  left: {
    ...answerTo(leaveTexts.left, <p>{leaveTexts.left.changeOfMind}</p>),
    headScripts: [FORGET_SIGN_UP],
  },
  keep: keepPage(keepTexts.asked, <Press>{keepTexts.asked.keep}</Press>),
  kept: keepPage(keepTexts.kept),
  'not-kept': answerTo(keepTexts.gone),
  'letter-link-cut': answerTo(cutLinkText),
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

function keepPage(...page: Parameters<typeof answerTo>): Page {
  // A launch may have been a mistake, or the state of the app may be that of a restored backup.
  const toCome = inEachState((app) => platformToCome(app) ?? 'the launch');
  return { ...answerTo(...page), parts: { toCome } };
}

function answerTo({ title, words }: { title: string; words: string }, more?: ReactNode): Page {
  return {
    title: `${title} · ${brand.product}`,
    description: words,
    ...answerPage(
      title,
      <>
        <p>{words}</p>
        {more}
      </>,
    ),
  };
}
