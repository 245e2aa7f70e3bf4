import type { AppPlatforms } from '../../../contract/availability.ts';
import { listedScreens } from '../../../contract/screens.ts';
import { EMAIL_FIELD_ID } from '../../design/waitlist-texts.ts';
import { pausedInvite, platformsNote } from './invite-texts.ts';

/**
 * The beta does not run on Android. So on Android the link to the waitlist is a button, too, and comes before the
 * button for the beta.
 */
export function WaitlistButton() {
  return <WaitlistLink className="button android-only join-first">Join the waitlist</WaitlistLink>;
}

/** The platforms of the app, and what a full beta means for the invite, if it has an inviter's name. This text is beside all `AppButtons`. */
export function Platforms({ app, name }: { app: AppPlatforms; name?: string | undefined }) {
  const isOnAndroid = app.android !== 'soon';
  return (
    <p className="platforms">
      {app.ios === 'paused' && (
        <span className={isOnAndroid ? 'not-android' : undefined}>
          {name === undefined ? (
            pausedInvite.general
          ) : (
            <>
              {pausedInvite.before} <bdi translate="no">{name}</bdi>
              {pausedInvite.after}
            </>
          )}
        </span>
      )}
      {!(app.ios === 'paused' && !isOnAndroid) && <span>{platformsNote(app)}</span>}
      {!isOnAndroid && app.ios !== 'paused' && (
        <span className="android-only">On the waitlist you’ll hear from us first.</span>
      )}
    </p>
  );
}

/** If no script runs, the platform is unknown, so this text has a link for each platform. */
export function PlatformsWithoutScript({ app }: { app: AppPlatforms }) {
  if (app.ios === 'paused' && app.android === 'soon') return null;
  return (
    <p className="platforms without-script">
      On an iPhone, <IosWay app={app} />. With Android, <AndroidWay app={app} />.
    </p>
  );
}

function IosWay({ app }: { app: AppPlatforms }) {
  if (app.ios === 'paused') return <WaitlistLink>join the waitlist</WaitlistLink>;
  return (
    <a href="{{iosLink}}">{app.ios === 'beta' ? 'get the beta' : 'get it in the App Store'}</a>
  );
}

function AndroidWay({ app }: { app: AppPlatforms }) {
  if (app.android === 'soon') return <WaitlistLink>join the waitlist</WaitlistLink>;
  return <a href="{{androidLink}}">get it on Google Play</a>;
}

interface WaitlistLinkProps {
  readonly className?: string;
  readonly children: string;
}

export function WaitlistLink({ className, children }: WaitlistLinkProps) {
  return (
    <a className={className} href={`${listedScreens.home}#${EMAIL_FIELD_ID}`}>
      {children}
    </a>
  );
}
