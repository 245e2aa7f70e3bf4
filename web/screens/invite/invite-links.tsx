import type { ReactNode } from 'react';
import type { AppPlatforms } from '../../../contract/availability.ts';
import { earlyButtons } from '../../design/screen-texts.ts';
import { joinButton } from '../../design/waitlist-texts.ts';
import { elementIds } from './element-ids.ts';
import { JOIN_ON_ANDROID, WaitlistButton, WaitlistLink } from './platforms.tsx';

interface AppButtonsProps {
  readonly app: AppPlatforms;
  readonly label: ReactNode;
  /** Whether presses are counted as downloads. */
  readonly isCounted?: true;
}

/**
 * One button for the visitor's platform. On Android before its launch, the waitlist's button is first, and that of the
 * test or of the beta for iOS is the second and quieter one. A pre-order is of no use on Android.
 */
export function AppButtons({ app, label, isCounted }: AppButtonsProps) {
  const { ios, android } = app;
  const isPaused = ios === 'paused';
  const hasAndroid = android !== 'soon';
  const joinsFirst =
    android === 'test' || (android === 'soon' && (ios === 'beta' || ios === 'launched'));
  const forOthers = hasAndroid || ios === 'preorder' ? ' not-android' : '';
  return (
    <>
      {joinsFirst && <WaitlistButton />}
      {android === 'soon' && ios === 'preorder' && (
        <WaitlistLink className="button android-only">{JOIN_ON_ANDROID}</WaitlistLink>
      )}
      {hasAndroid && (
        <a
          className="button android-only"
          id={isCounted && elementIds.getOnAndroid}
          href="{{androidLink}}"
          target="_blank"
          rel="noopener noreferrer"
        >
          <span>{earlyButtons[android] ?? label}</span>
        </a>
      )}
      {isPaused ? (
        <WaitlistLink className={`button${forOthers}`}>{joinButton.idle}</WaitlistLink>
      ) : (
        <a
          className={`button${forOthers}`}
          id={isCounted && elementIds.get}
          href="{{iosLink}}"
          target="_blank"
          rel="noopener noreferrer"
        >
          <span>{earlyButtons[ios] ?? label}</span>
        </a>
      )}
    </>
  );
}

/** A link to the page's own address, which loads the page again. */
export function TryAgain() {
  return (
    // biome-ignore lint/a11y/useValidAnchor: an empty address is that of the page
    <a className="button try-again" href="">
      Try again
    </a>
  );
}
