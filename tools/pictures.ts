/**
 * Draws every picture of the repository again, with the browser that runs the tests:
 *
 *   npm run pictures                  all pictures
 *   npm run pictures -- previews      one kind: icons, previews or readme
 */
import { chromium } from '@playwright/test';
import { findChromium } from '../browser-tests/find-chromium.ts';
import { drawIcons } from './draw-icons.ts';
import { drawPreviews } from './draw-previews.ts';
import { photographSite } from './photograph-site.ts';

const kinds = { icons: drawIcons, previews: drawPreviews, readme: photographSite };

const wanted = process.argv.slice(2);
const browser = await chromium.launch(await findChromium());
for (const [kind, draw] of Object.entries(kinds)) {
  if (wanted.length === 0 || wanted.includes(kind)) await draw(browser);
}
await browser.close();
