import { brand } from '../../../brand.ts';
import { listedScreens } from '../../../contract/screens.ts';
import { type Page, POSTER_STYLES, PREVIEW_STYLE } from '../../page.ts';
import { PopupsPage } from './popups-page.tsx';
import { PopupsPreview } from './preview.tsx';

const styles = [
  ...['wall', 'flyers', 'flyer-drawings', 'boards', 'popping'].map(
    (part) => `web/screens/popups/${part}.css`,
  ),
  ...POSTER_STYLES,
];

export const popups: Page = {
  title: `Pop-up Events · ${brand.product}`,
  description: `Live music, food, art and surprises near you, coming soon to ${brand.product}.`,
  path: listedScreens.popups,
  preview: {
    picture: '/preview-popups.jpg',
    alt: 'Pop-up Events painted on a brick wall, beside flyers for music, food, art and a rooftop',
    drawing: {
      sky: 'sundown',
      styles: [...styles, PREVIEW_STYLE, 'web/screens/popups/preview.css'],
      body: <PopupsPreview />,
    },
  },
  styles,
  body: <PopupsPage />,
};
