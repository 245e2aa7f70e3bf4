import { brand } from '../brand.ts';
import { listedScreens } from '../contract/screens.ts';
import { themeColours } from './design/theme-colours.ts';

/** Text files for robots and browsers, by file name; the server replaces `{{publicUrl}}`. */
export const textFiles: Readonly<Record<string, string>> = {
  'robots.txt': lines('User-agent: *', 'Disallow: /api/', '', 'Sitemap: {{publicUrl}}/sitemap.xml'),

  'sitemap.xml': lines(
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...Object.values(listedScreens).map((path) => `  <url><loc>{{publicUrl}}${path}</loc></url>`),
    '</urlset>',
  ),

  'site.webmanifest': JSON.stringify({
    id: listedScreens.home,
    name: brand.product,
    short_name: brand.product,
    description: `${brand.product}: ${brand.tagline}`,
    lang: 'en',
    start_url: listedScreens.home,
    // An installed shortcut opens the site in the browser, so that people do not mistake the site for the mobile app.
    display: 'browser',
    background_color: themeColours.light,
    theme_color: themeColours.light,
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      // The drawing fills its square, with the sun inside the safe zone of maskable icons.
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  }),
};

function lines(...all: string[]): string {
  return `${all.join('\n')}\n`;
}
