import type { ReactNode } from 'react';
import { brand } from '../../../brand.ts';
import { EMAIL_FIELD_NAME, listedScreens } from '../../../contract/screens.ts';
import { Footer } from '../../design/footer/footer.tsx';
import { Logo } from '../../design/logo.tsx';
import { BACK_TO_HOME } from '../../design/screen-texts.ts';
import { Skyline } from '../../design/skyline.tsx';
import { Stars } from '../../design/stars.tsx';
import {
  EMAIL_PLACEHOLDER,
  joinButton,
  LOOK_FOR_LETTER,
  waitlistToasts,
} from '../../design/waitlist-texts.ts';
import { FOOTER_STYLE, type Page, QUIET_BUTTON_STYLE } from '../../page.ts';

const joined = waitlistToasts.joined(brand.product);
const { failed, invalidEmail } = waitlistToasts;
const styles = [QUIET_BUTTON_STYLE, 'web/screens/form-sign-up/form-sign-up.css', FOOTER_STYLE];

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

/** The server fills in the reason, and the text that was refused. */
function notSignedUpPage(title: string, description: string, more?: ReactNode): Page {
  return {
    title: `${title} · ${brand.product}`,
    description,
    styles,
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

/** The answer to a sign-up without JavaScript. */
function AnswerPage({ title, children }: { title: string; children: ReactNode }) {
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
