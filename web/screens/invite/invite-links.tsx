import type { ReactNode } from 'react';
import type { AppPlatforms } from '../../../contract/availability.ts';
import { offeredButtons } from '../../design/app-offer.ts';
import { elementIds } from './invite-texts.ts';
import { WaitlistLink } from './platforms.tsx';

interface AppButtonsProps {
  readonly app: AppPlatforms;
  readonly label: ReactNode;
  /** Whether presses are counted as downloads. */
  readonly isCounted?: true;
}

/** One main button for the visitor's platform. */
export function AppButtons({ app, label, isCounted }: AppButtonsProps) {
  return offeredButtons(app).map((button) => {
    const className = ['button', button.only].filter(Boolean).join(' ');
    if (button.leadsTo === 'waitlist') {
      return (
        <WaitlistLink
          key={button.words}
          className={button.isFirstOfTwo ? `${className} join-first` : className}
        >
          {button.words}
        </WaitlistLink>
      );
    }
    const link = appLinks[button.leadsTo];
    return (
      <a
        key={button.leadsTo}
        className={className}
        id={isCounted && link.id}
        href={link.href}
        target="_blank"
        rel="noopener noreferrer"
      >
        <span>{button.words ?? label}</span>
      </a>
    );
  });
}

const appLinks = {
  ios: { id: elementIds.get, href: '{{iosLink}}' },
  android: { id: elementIds.getOnAndroid, href: '{{androidLink}}' },
} as const;

/** A link to the page's own address, which loads the page again. */
export function TryAgain() {
  return (
    // biome-ignore lint/a11y/useValidAnchor: an empty address is that of the page
    <a className="button try-again" href="">
      Try again
    </a>
  );
}
