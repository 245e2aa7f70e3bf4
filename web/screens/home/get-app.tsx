import { brand } from '../../../brand.ts';
import type { AppPlatforms } from '../../../contract/availability.ts';
import { getApp } from '../../design/screen-texts.ts';

/** The class of `GetApp` where the page has no form. */
export const ON_BOTH = 'on-both';

/** The app of a launched platform, before the form of the waitlist, which is for the other platform. */
export function GetApp({ ios, android }: AppPlatforms) {
  const [onIos, onAndroid] = [ios === 'launched', android === 'launched'];
  if (!onIos && !onAndroid) return null;
  const platforms = onIos && onAndroid ? ON_BOTH : onIos ? 'get-on-ios' : 'get-on-android';
  return (
    <div className={`get-app ${platforms}`}>
      {onIos && <StoreLink className={onAndroid ? 'not-android' : ''} href="{{iosLink}}" />}
      {onAndroid && <StoreLink className={onIos ? 'android-only' : ''} href="{{androidLink}}" />}
      <p>{sentenceOf(onIos, onAndroid)}</p>
    </div>
  );
}

export function StoreLink({ className, href }: { className: string; href: string }) {
  return (
    <a className={`button ${className}`.trim()} href={href}>
      <span>{getApp(brand.product)}</span>
    </a>
  );
}

function sentenceOf(onIos: boolean, onAndroid: boolean) {
  if (!onAndroid) return 'In the App Store. With Android, leave your email and hear from us first.';
  if (!onIos) return 'On Google Play. With an iPhone, leave your email and hear from us first.';
  return (
    <>
      In <a href="{{iosLink}}">the App Store</a> and on <a href="{{androidLink}}">Google Play</a>.
    </>
  );
}
