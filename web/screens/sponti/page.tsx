import { brand } from '../../../brand.ts';
import { inEachState } from '../../../contract/page-parts.ts';
import { listedScreens } from '../../../contract/screens.ts';
import { Logo } from '../../design/logo.tsx';
import { type Page, POSTER_STYLES, PREVIEW_STYLE } from '../../page.ts';
import { Pin } from './places.tsx';
import { SpontiNews, SpontiPage } from './sponti-page.tsx';
import { StreetMap } from './street-map.tsx';

const styles = [
  'web/screens/sponti/sponti.css',
  'web/screens/sponti/street-map.css',
  'web/screens/sponti/places.css',
  'web/screens/sponti/waking.css',
  ...POSTER_STYLES,
];

export const sponti: Page = {
  title: `Sponti · ${brand.product}`,
  description: `Exclusive local deals and real-time pop-up events, coming soon to ${brand.product}.`,
  path: listedScreens.sponti,
  preview: {
    picture: '/preview-sponti.jpg',
    alt: 'The word Sponti in a bay at noon, its “o” a pin that points at the streets of a town',
    drawing: {
      sky: 'noon',
      styles: [...styles, PREVIEW_STYLE, 'web/screens/sponti/preview.css'],
      body: <SpontiPreview />,
    },
  },
  styles,
  body: <SpontiPage />,
  parts: { news: inEachState((app) => <SpontiNews app={app} />) },
};

/** The bay of `/sponti` and the first streets of the town. */
function SpontiPreview() {
  return (
    <div className="poster preview sponti-preview sky">
      <Logo place="middle" />
      <p className="bay-title display">
        Sp
        <Pin />
        <span className="bay-o">o</span>
        nti
      </p>
      <div className="town">
        <StreetMap />
      </div>
    </div>
  );
}
