import { brand } from '../../../brand.ts';
import { screens } from '../../../contract/screens.ts';
import { EMAIL_FIELD_ID } from '../../design/waitlist-texts.ts';
import { PLATFORMS_NOTE } from './invite-texts.ts';

/** On Android the beta does not run, so the waitlist gets a button of the same weight. */
export function WaitlistButton() {
  return <WaitlistLink className="button android-only">Join the waitlist</WaitlistLink>;
}

/** The platforms of the app, beside every button for it. */
export function Platforms() {
  return (
    <p className="platforms">
      <span>{PLATFORMS_NOTE}</span>
      <span className="android-only">On the waitlist you’ll hear from us first.</span>
    </p>
  );
}

/** Without a script the platform is unknown. */
export function PlatformsWithoutScript() {
  return (
    <noscript>
      <p>
        On an iPhone, <a href={brand.betaLink}>get the beta</a>. With Android,{' '}
        <WaitlistLink>join the waitlist</WaitlistLink>.
      </p>
    </noscript>
  );
}

/** On an inviter's link, `boot-script.ts` adds the inviter to its address. */
export function WaitlistLink({ className, children }: { className?: string; children: string }) {
  return (
    <a className={className} href={`${screens.home}#${EMAIL_FIELD_ID}`}>
      {children}
    </a>
  );
}
