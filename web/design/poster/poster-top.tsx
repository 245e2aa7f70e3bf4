import { brand } from '../../../brand.ts';
import { type AppPlatforms, hasWaitlist } from '../../../contract/availability.ts';
import { listedScreens } from '../../../contract/screens.ts';
import { Logo } from '../logo.tsx';
import { BACK_TO_HOME, getApp } from '../screen-texts.ts';
import { joinButton } from '../waitlist-texts.ts';

/** The first line of the coming-soon pages: the link to the home page, and the product's name. */
export function PosterTop() {
  return (
    <div className="poster-top">
      <a href={listedScreens.home}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M20 12H4m7-7-7 7 7 7" />
        </svg>
        {BACK_TO_HOME}
      </a>
      <Logo place="end" />
    </div>
  );
}

/** The button of the coming-soon pages. */
export function PosterButton({ app }: { app: AppPlatforms }) {
  return (
    <a className="button" href={listedScreens.home}>
      {hasWaitlist(app) ? joinButton.idle : getApp(brand.product)}
    </a>
  );
}

/** The heading of every coming-soon page. */
export const COMING_SOON = 'Coming Soon';
