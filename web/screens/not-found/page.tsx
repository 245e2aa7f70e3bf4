import { NOT_FOUND_TEXT } from '../../../contract/screens.ts';
import { tonightScript } from '../../design/tonight.ts';
import type { Page } from '../../page.ts';
import { NotFoundPage } from './not-found-page.tsx';

export const notFound: Page = {
  title: NOT_FOUND_TEXT,
  description: NOT_FOUND_TEXT,
  sky: 'midnight',
  paintedWhole: true,
  styles: ['web/screens/not-found/not-found.css'],
  headScripts: [tonightScript],
  body: <NotFoundPage />,
};
