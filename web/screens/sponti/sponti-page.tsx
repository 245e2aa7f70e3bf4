import { brand } from '../../../brand.ts';
import { type AppPlatforms, hasWaitlist } from '../../../contract/availability.ts';
import { Footer } from '../../design/footer/footer.tsx';
import { COMING_SOON, PosterButton, PosterTop } from '../../design/poster/poster-top.tsx';
import { Stars } from '../../design/stars.tsx';
import { Pin, Places } from './places.tsx';
import { StreetMap } from './street-map.tsx';

/** A town seen from above: a bay in the colours of the sky, and four places in the streets. */
export function SpontiPage() {
  return (
    <>
      <main className="poster">
        <div className="bay sky">
          <Stars />
          <PosterTop />
          {/* The label, because screen readers read parts with a width as words. */}
          <h1 className="bay-title display" aria-label="Sponti">
            <span className="bay-sp">Sp</span>
            <Pin />
            <span className="bay-o">o</span>
            nti
          </h1>
          <p className="bay-tagline display">
            Exclusive local deals and <span>real-time</span> pop-up events, a few streets from where
            you are.
          </p>
          <section className="cartouche">
            <h2 className="display">{COMING_SOON}</h2>
            {'{{news}}'}
          </section>
        </div>
        <div className="town city">
          <StreetMap />
          <Places />
          <p className="town-scale">Five minutes on foot</p>
        </div>
      </main>
      <Footer />
    </>
  );
}

export function SpontiNews({ app }: { app: AppPlatforms }) {
  return (
    <>
      <p>
        We are still drawing the map. Sponti arrives in the {brand.product} app
        {hasWaitlist(app) && ', and we tell the waitlist first'}.
      </p>
      <PosterButton app={app} />
    </>
  );
}
