import { brand } from '../../../brand.ts';
import { inEachState } from '../../../contract/page-parts.ts';
import { listedScreens } from '../../../contract/screens.ts';
import { Logo } from '../../design/logo.tsx';
import { PosterButton } from '../../design/poster/poster-top.tsx';
import { type Page, POSTER_STYLES, PREVIEW_STYLE } from '../../page.ts';
import { Flyers } from './flyers.tsx';
import { PopupsPage } from './popups-page.tsx';
import { Bricks, Onlookers } from './wall.tsx';

const styles = [
  'web/screens/popups/wall.css',
  'web/screens/popups/flyers.css',
  'web/screens/popups/flyer-drawings.css',
  'web/screens/popups/boards.css',
  'web/screens/popups/popping.css',
  ...POSTER_STYLES,
];

export const popups: Page = {
  title: `Pop-up Events · ${brand.product}`,
  description: `Live music, food, art and surprises near you, coming soon to ${brand.product}.`,
  path: listedScreens.popups,
  preview: {
    picture: '/preview-popups.jpg',
    alt: 'Pop-up Events painted on a brick wall, between flyers for music, food, art and a rooftop',
    drawing: {
      sky: 'sundown',
      styles: [...styles, PREVIEW_STYLE, 'web/screens/popups/preview.css'],
      body: <PopupsPreview />,
    },
  },
  styles,
  body: <PopupsPage />,
  parts: { button: inEachState((app) => <PosterButton app={app} />) },
};

/** The wall of `/popups` with the first of its flyers. */
function PopupsPreview() {
  return (
    <div className="poster preview popups-preview sky">
      <div className="wall city">
        <Bricks />
        <Onlookers />
        <p className="mural-name display">
          Pop-<span className="mural-up">up</span>
          <br />
          Events
        </p>
        <Logo place="middle" />
        <Flyers />
      </div>
    </div>
  );
}
