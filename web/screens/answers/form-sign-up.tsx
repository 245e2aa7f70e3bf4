import type { ReactNode } from 'react';
import { brand } from '../../../brand.ts';
import type { PageName } from '../../../contract/page-parts.ts';
import { EMAIL_FIELD_NAME } from '../../../contract/screens.ts';
import {
  EMAIL_PLACEHOLDER,
  joinButton,
  LOOK_FOR_LETTER,
  waitlistToasts,
} from '../../design/waitlist-texts.ts';
import type { Page } from '../../page.ts';
import { answerPage } from './answer-page.tsx';

const joined = waitlistToasts.joined(brand.product);
const { failed, invalidEmail } = waitlistToasts;

/** The server fills in the reason, and the text that was refused. */
function notSignedUpPage(title: string, description: string, more?: ReactNode): Page {
  return {
    title: `${title} · ${brand.product}`,
    description,
    ...answerPage(
      title,
      <>
        {more}
        <p>{'{{signUpTrouble}}'}</p>
        <HtmlForm email="{{signUpEmail}}" />
      </>,
    ),
  };
}

/** The answers to a sign-up without JavaScript. */
export const formSignUpPages = {
  'signed-up': {
    title: `${joined.title} · ${brand.product}`,
    description: joined.description,
    ...answerPage(
      joined.title,
      <>
        <p>{joined.description}</p>
        {'{{next}}'}
      </>,
    ),
    parts: { next: { letters: <p>{LOOK_FOR_LETTER}</p> } },
  },
  /** For an address that must be corrected. */
  'no-email': notSignedUpPage(
    invalidEmail.title,
    invalidEmail.description,
    <p>{invalidEmail.description}</p>,
  ),
  'not-signed-up': notSignedUpPage(failed.title, failed.description),
} satisfies Partial<Record<PageName, Page>>;

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
