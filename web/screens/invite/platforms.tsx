import {
  type AppPlatforms,
  isOrdered,
  type PlatformState,
} from '../../../contract/availability.ts';
import { listedScreens } from '../../../contract/screens.ts';
import { offeredNotes } from '../../design/app-offer.ts';
import { fullBeta } from '../../design/offer-texts.ts';
import { EMAIL_FIELD_ID } from '../../design/waitlist-texts.ts';
import { pausedInvite } from './invite-texts.ts';

/** The platforms of the app, and what a full beta means for the invite, if it has an inviter's name. This text is beside all `AppButtons`. */
export function Platforms({ app, name }: { app: AppPlatforms; name?: string | undefined }) {
  return (
    <p className="platforms">
      {offeredNotes(app).map(({ only, text }) => (
        <span key={text ?? 'full'} className={only}>
          {text ?? <FullBeta name={name} />}
        </span>
      ))}
    </p>
  );
}

function FullBeta({ name }: { name: string | undefined }) {
  if (name === undefined) return pausedInvite.general;
  return (
    <>
      {fullBeta.before} <bdi translate="no">{name}</bdi>
      {fullBeta.after}
    </>
  );
}

/** Whether visitors cannot download the app, although it does something already on this platform. */
export function hasNoDownload(state: PlatformState): boolean {
  return state === 'paused' || state === 'test' || isOrdered(state);
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
  const words = {
    beta: 'get the beta',
    preorder: 'pre-order it in the App Store',
    launched: 'get it in the App Store',
  };
  return <a href="{{iosLink}}">{words[app.ios]}</a>;
}

function AndroidWay({ app }: { app: AppPlatforms }) {
  if (app.android === 'soon') return <WaitlistLink>join the waitlist</WaitlistLink>;
  if (app.android === 'test') {
    return (
      <>
        <WaitlistLink>join the waitlist</WaitlistLink>, or once we have let you in{' '}
        <a href="{{androidLink}}">the test on Google Play</a>
      </>
    );
  }
  const words = app.android === 'preregister' ? 'pre-register' : 'get it';
  return <a href="{{androidLink}}">{words} on Google Play</a>;
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

/** Words for the visitor's platform. Without a script, these are the words for iOS. */
export function ByPlatform({ ios, android }: { ios: string; android: string }) {
  if (ios === android) return ios;
  return (
    <>
      <span className="not-android">{ios}</span>
      <span className="android-only">{android}</span>
    </>
  );
}
