import { brand } from '../../../brand.ts';
import {
  type AppPlatforms,
  hasWaitlist,
  isInStore,
  type PlatformState,
} from '../../../contract/availability.ts';
import { earlyButtons, getApp } from '../../design/screen-texts.ts';

/** The class of `GetApp` where the page has no form. */
export const ON_BOTH = 'on-both';

/** The app in the stores, before the form of the waitlist, which is for a platform that is not launched. */
export function GetApp(app: AppPlatforms) {
  const { ios, android } = app;
  const [onIos, onAndroid] = [isInStore(ios), isInStore(android)];
  if (!onIos && !onAndroid) return null;
  const withForm = onIos && onAndroid ? 'get-on-each' : onIos ? 'get-on-ios' : 'get-on-android';
  return (
    <div className={`get-app ${hasWaitlist(app) ? withForm : ON_BOTH}`}>
      {onIos && (
        <StoreLink className={onAndroid ? 'not-android' : ''} state={ios} href="{{iosLink}}" />
      )}
      {onAndroid && (
        <StoreLink className={onIos ? 'android-only' : ''} state={android} href="{{androidLink}}" />
      )}
      <p>{sentenceOf(app)}</p>
    </div>
  );
}

export function StoreLink({
  className,
  state,
  href,
}: {
  className: string;
  state: PlatformState;
  href: string;
}) {
  return (
    <a className={`button ${className}`.trim()} href={href}>
      <span>{earlyButtons[state] ?? getApp(brand.product)}</span>
    </a>
  );
}

function sentenceOf(app: AppPlatforms) {
  const [onIos, onAndroid] = [appStore[app.ios], googlePlay[app.android]];
  if (!onAndroid) return `${onIos} With Android, leave your email and hear from us first.`;
  if (!onIos) return `${onAndroid} With an iPhone, leave your email and hear from us first.`;
  return (
    <>
      {app.ios === 'preorder' ? 'For pre-order in' : 'In'} <a href="{{iosLink}}">the App Store</a>{' '}
      and {app.android === 'preregister' ? 'for pre-registration on' : 'on'}{' '}
      <a href="{{androidLink}}">Google Play</a>.
      {hasWaitlist(app) && ' Or leave your email and hear from us first.'}
    </>
  );
}

/** What a platform's store does, where it has the app. */
const appStore: Readonly<Partial<Record<PlatformState, string>>> = {
  preorder: 'For pre-order in the App Store: it installs itself on the day.',
  launched: 'In the App Store.',
};
const googlePlay: typeof appStore = {
  preregister: 'For pre-registration on Google Play, which tells you when it is out.',
  launched: 'On Google Play.',
};
