import { brand } from '../../../brand.ts';
import { listedScreens } from '../../../contract/screens.ts';
import { EMAIL_FIELD_ID } from '../../design/waitlist-texts.ts';
import { PLATFORMS_NOTE } from './invite-texts.ts';

/**
 * The beta does not run on Android. So on Android the link to the waitlist is a button, too, and comes before the
 * button for the beta.
 */
export function WaitlistButton({ query }: { query?: string | undefined }) {
  return (
    <WaitlistLink className="button android-only" query={query}>
      Join the waitlist
    </WaitlistLink>
  );
}

/** The platforms of the app. This text is beside every `BetaLink`. */
export function Platforms() {
  return (
    <p className="platforms">
      <span>{PLATFORMS_NOTE}</span>
      <span className="android-only">On the waitlist you’ll hear from us first.</span>
    </p>
  );
}

/** Without a script the platform is unknown, so this text has a link for each platform. */
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

interface WaitlistLinkProps {
  readonly className?: string;
  /** The query with the inviter's id, such as `?ref=ID`. */
  readonly query?: string | undefined;
  readonly children: string;
}

export function WaitlistLink({ className, query = '', children }: WaitlistLinkProps) {
  return (
    <a className={className} href={`${listedScreens.home}${query}#${EMAIL_FIELD_ID}`}>
      {children}
    </a>
  );
}
