import { brand } from '../../../brand.ts';
import { Footer } from '../../design/footer/footer.tsx';
import { COMING_SOON, PosterTop } from '../../design/poster/poster-top.tsx';
import { Stars } from '../../design/stars.tsx';
import { Boards } from './boards.tsx';
import { Flyers } from './flyers.tsx';
import { Bricks, Onlookers } from './wall.tsx';

/** A wall in the street, with the title painted on the bricks and flyers around it. */
export function PopupsPage() {
  return (
    <>
      <main className="poster">
        <div className="above-wall sky">
          <Stars />
          <PosterTop />
        </div>
        <div className="wall city">
          <Bricks />
          <Onlookers />
          <div className="wall-grid">
            <div className="mural">
              <h1 className="mural-name display">
                <span className="mural-word">
                  Pop-<span className="mural-up">up</span>
                </span>{' '}
                Events
              </h1>
              <p className="mural-line display">
                Up today, gone tomorrow. Hear of it while it’s on.
              </p>
              <section className="sheet">
                <h2 className="display">{COMING_SOON}</h2>
                <p>The paste is still wet. Pop-up Events arrive in the {brand.product} app.</p>
                {'{{button}}'}
              </section>
            </div>
            <Flyers />
          </div>
        </div>
        <Boards />
      </main>
      <Footer />
    </>
  );
}
