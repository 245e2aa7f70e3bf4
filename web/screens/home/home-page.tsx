import type { ReactNode } from 'react';
import { type AppPlatforms, homeVariant } from '../../../contract/availability.ts';
import { listedScreens } from '../../../contract/screens.ts';
import { Footer } from '../../design/footer/footer.tsx';
import { MIN_AGE_YEARS } from '../../design/legal/legal-figures.ts';
import { Logo } from '../../design/logo.tsx';
import { RooftopFriends, Skyline } from '../../design/skyline.tsx';
import { Stars } from '../../design/stars.tsx';
import { Dinner } from './dinner.tsx';
import { GetApp } from './get-app.tsx';
import { Scenes } from './scenes.tsx';
import { Tagline } from './tagline.tsx';

interface HomePageProps {
  readonly app: AppPlatforms;
  /** The HTML of the form, the only part that the browser hydrates; undefined when the app is out for everybody. */
  readonly waitlistForm: string | undefined;
  /** What the page says about the friend whose link the visitor has opened. */
  readonly friend: ReactNode;
}

export function HomePage({ app, waitlistForm, friend }: HomePageProps) {
  return (
    <>
      <main>
        <div className="hero sky">
          <Stars />
          <div className="hero-words">
            <h1 className="hero-logo">
              <Logo className="logo-poster" />
            </h1>
            <div className="hero-pitch">
              <Tagline className="tagline" />
              <p>The app for spontaneous plans with friends.</p>
            </div>
            <div className="hero-join">
              {homeVariant(app) !== '' && <GetApp {...app} />}
              {waitlistForm && (
                <>
                  {friend && <p className="invited">{friend}</p>}
                  {/* biome-ignore lint/security/noDangerouslySetInnerHtml: it is React's own output */}
                  <div id="waitlist" dangerouslySetInnerHTML={{ __html: waitlistForm }} />
                </>
              )}
              <p className="waitlist-note">
                You must be {MIN_AGE_YEARS} or older.{' '}
                <a href={listedScreens.privacy}>Privacy policy</a>
              </p>
            </div>
          </div>
          <Skyline>
            <RooftopFriends />
          </Skyline>
        </div>
        <Scenes />
        <Dinner app={app} />
      </main>
      <Footer />
    </>
  );
}
