import { brand } from '../../../brand.ts';
import { screens } from '../../../contract/screens.ts';
import { EMAIL_FIELD_ID } from '../../design/waitlist-texts.ts';
import { PLATFORMS_NOTE } from './invite-texts.ts';

/** The platforms of the app, beside every button for it. */
export function Platforms() {
  return (
    <p className="platforms">
      <span>{PLATFORMS_NOTE}</span>
      <span className="android-only">
        We’d love to have you too. <WaitlistLink>Join the waitlist</WaitlistLink>, and you’ll hear
        from us first.
      </span>
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

export function WaitlistLink({ children }: { children: string }) {
  return <a href={`${screens.home}#${EMAIL_FIELD_ID}`}>{children}</a>;
}
