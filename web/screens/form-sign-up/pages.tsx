import type { ReactNode } from 'react';
import { brand } from '../../../brand.ts';
import { EMAIL_FIELD_NAME } from '../../../contract/screens.ts';
import { AnswerPage } from '../../design/answer/answer-page.tsx';
import {
  EMAIL_PLACEHOLDER,
  joinButton,
  LOOK_FOR_LETTER,
  waitlistToasts,
} from '../../design/waitlist-texts.ts';
import { ANSWER_STYLES, type Page } from '../../page.ts';

const joined = waitlistToasts.joined(brand.product);
const { failed, invalidEmail } = waitlistToasts;

/** @param next what the person has to do or to know, if the site sends letters */
function signedUpPage(next?: string): Page {
  return {
    title: `${joined.title} · ${brand.product}`,
    description: joined.description,
    styles: ANSWER_STYLES,
    body: (
      <AnswerPage title={joined.title}>
        <p>{joined.description}</p>
        {next && <p>{next}</p>}
      </AnswerPage>
    ),
  };
}

/** The server fills in the reason, and the text that was refused. */
function notSignedUpPage(title: string, description: string, more?: ReactNode): Page {
  return {
    title: `${title} · ${brand.product}`,
    description,
    styles: ANSWER_STYLES,
    body: (
      <AnswerPage title={title}>
        {more}
        <p>{'{{signUpTrouble}}'}</p>
        <HtmlForm email="{{signUpEmail}}" />
      </AnswerPage>
    ),
  };
}

/** The answers to a sign-up without JavaScript. Each key is the name of the answer's file in `dist/pages`. */
export const formSignUpPages = {
  'signed-up': signedUpPage(),
  'signed-up-with-letter': signedUpPage(LOOK_FOR_LETTER),
  /** For a text that is no email address. */
  'no-email': notSignedUpPage(
    invalidEmail.title,
    invalidEmail.description,
    <p>{invalidEmail.description}</p>,
  ),
  'not-signed-up': notSignedUpPage(failed.title, failed.description),
} satisfies Record<string, Page>;

/** The waitlist's form for browsers without JavaScript. @param email the address that was refused before */
function HtmlForm({ email }: { email?: string }) {
  return (
    <form className="pill" method="post">
      <input
        className="field"
        type="email"
        name={EMAIL_FIELD_NAME}
        required
        aria-label={EMAIL_PLACEHOLDER}
        placeholder={EMAIL_PLACEHOLDER}
        defaultValue={email}
      />
      <button className="button" type="submit">
        {joinButton.idle}
      </button>
    </form>
  );
}
