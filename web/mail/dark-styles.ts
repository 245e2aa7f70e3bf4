import type { LetterColours } from './letter-colours.ts';

/**
 * The colours of dark mode, with `!important` because the colours of light mode are inline. Outlook on the web marks
 * its dark mode with the attribute `data-ogsb`.
 */
export function darkStyles(dark: LetterColours, isWindowLit: boolean): string {
  const { skyHigh, skyMid, skyLow } = dark;
  const fills = { f: dark.far, c: dark.city, g: dark.glass, w: dark.window };
  const rules = [
    ['.outside', `background-color:${dark.outside}!important`],
    ['.paper', `background-color:${dark.paper}!important`],
    ['.sky', `background:${skyMid} linear-gradient(${skyHigh},${skyMid} 50%,${skyLow})!important`],
    ['.ink', `color:${dark.ink}!important`],
    ['.soft', `color:${dark.inkSoft}!important`],
    ['.orb', `color:${dark.orb}!important`],
    ...Object.entries(fills).map(([name, fill]) => [
      `.${name}`,
      `background-color:${fill}!important`,
    ]),
    ...(isWindowLit ? [['.y', `background-color:${dark.sun}!important`]] : []),
  ];
  const joined = (prefix: string) =>
    rules.map(([selector, body]) => `${prefix}${selector}{${body}}`).join('');
  return `:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${joined('')}}${joined('[data-ogsb] ')}`;
}
