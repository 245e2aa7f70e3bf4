import { brand } from '../../../brand.ts';
import type { AppPlatforms } from '../../../contract/app-state.ts';

/** The app of a launched platform, before the form of the waitlist, which is for the other platform. */
export function GetApp({ ios, android }: AppPlatforms) {
  const [onIos, onAndroid] = [ios === 'launched', android === 'launched'];
  const onBoth = onIos && onAndroid;
  const label = `Get ${brand.product}`;
  return (
    <div className={`get-app${onBoth ? '' : onIos ? ' get-on-ios' : ' get-on-android'}`}>
      {onIos && (
        <a className={onAndroid ? 'button not-android' : 'button'} href="{{iosLink}}">
          <span>{label}</span>
        </a>
      )}
      {onAndroid && (
        <a className={onIos ? 'button android-only' : 'button'} href="{{androidLink}}">
          <span>{label}</span>
        </a>
      )}
      <p>{sentenceOf(onIos, onAndroid)}</p>
    </div>
  );
}

function sentenceOf(onIos: boolean, onAndroid: boolean) {
  if (!onAndroid) return 'In the App Store. With Android, leave your email and hear from us first.';
  if (!onIos) return 'At Google Play. With an iPhone, leave your email and hear from us first.';
  return (
    <>
      In <a href="{{iosLink}}">the App Store</a> and at <a href="{{androidLink}}">Google Play</a>.
    </>
  );
}
