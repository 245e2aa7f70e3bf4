import { brand } from '../../../brand.ts';
import { HtmlForm } from '../../design/html-form.tsx';
import { LOOK_FOR_LETTER, waitlistToasts } from '../../design/waitlist-texts.ts';
import { FOOTER_STYLE, type Page } from '../../page.ts';
import { AnswerPage } from './answer-page.tsx';

const joined = waitlistToasts.joined(brand.product);
const { failed } = waitlistToasts;
const styles = ['web/screens/form-sign-up/form-sign-up.css', FOOTER_STYLE];

/** @param next what the person has to do or to know, if the site sends letters */
function signedUpPage(next?: string): Page {
  return {
    title: `${joined.title} · ${brand.product}`,
    description: joined.description,
    styles,
    body: (
      <AnswerPage title={joined.title}>
        <p>{joined.description}</p>
        {next && <p>{next}</p>}
      </AnswerPage>
    ),
  };
}

/** The answers to a sign-up without JavaScript. Each key is the name of the answer's file in `dist/pages`. */
export const formSignUpPages = {
  'signed-up': signedUpPage(),
  'signed-up-with-letter': signedUpPage(LOOK_FOR_LETTER),
  /** The server fills in the reason, and the email address that was refused. */
  'not-signed-up': {
    title: `${failed.title} · ${brand.product}`,
    description: failed.description,
    styles,
    body: (
      <AnswerPage title={failed.title}>
        <p>{'{{signUpTrouble}}'}</p>
        <HtmlForm email="{{signUpEmail}}" />
      </AnswerPage>
    ),
  },
} satisfies Record<string, Page>;
