import { brand } from '../../../brand.ts';
import { listedScreens } from '../../../contract/screens.ts';
import { Footer } from '../../design/footer/footer.tsx';
import { Logo } from '../../design/logo.tsx';
import { RooftopFriends, Skyline } from '../../design/skyline.tsx';
import { Stars } from '../../design/stars.tsx';
import { MIN_AGE_YEARS } from '../../design/waitlist-texts.ts';
import { directionOf } from '../../design/wordmark.ts';
import { Dinner } from './dinner.tsx';
import { Scenes } from './scenes.tsx';

/** Its slots are parts of `page.tsx`. */
export function HomePage() {
  return (
    <>
      <main>
        <div className="hero sky">
          <Stars />
          <div className="hero-words">
            <h1 className="hero-logo">
              <Logo place="first" />
            </h1>
            <div className="hero-pitch">
              <p className="tagline display" dir={directionOf(brand.tagline)}>
                {brand.tagline}
              </p>
              <p dir={directionOf(brand.about)}>
                {brand.about.replace(/^./u, (letter) => letter.toUpperCase())}.
              </p>
            </div>
            <div className="hero-join">
              {'{{getApp}}'}
              {'{{waitlist}}'}
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
        <Dinner />
      </main>
      <Footer />
    </>
  );
}
