import type { ReactNode } from 'react';
import type { AppPlatforms } from '../../../contract/availability.ts';
import { joinButton } from '../../design/waitlist-texts.ts';
import { elementIds } from './element-ids.ts';
import { WaitlistButton, WaitlistLink } from './platforms.tsx';

interface AppButtonsProps {
  readonly app: AppPlatforms;
  readonly label: ReactNode;
  /** Whether presses are counted as downloads. */
  readonly isCounted?: true;
}

/**
 * One button for the visitor's platform. On Android before its launch, the waitlist's button is first, and the button
 * for iOS is the second and quieter one.
 */
export function AppButtons({ app, label, isCounted }: AppButtonsProps) {
  const isPaused = app.ios === 'paused';
  const hasAndroid = app.android !== 'soon';
  const forOthers = hasAndroid ? ' not-android' : '';
  return (
    <>
      {!isPaused && !hasAndroid && <WaitlistButton />}
      {hasAndroid && (
        <a
          className="button android-only"
          id={isCounted && elementIds.getOnAndroid}
          href="{{androidLink}}"
          target="_blank"
          rel="noopener noreferrer"
        >
          <span>{label}</span>
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
          <span>{label}</span>
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
