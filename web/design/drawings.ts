/** The words that pages show as drawings. The build evaluates this file, so that no page needs its library. */
import { brand } from '../../brand.ts';
import { drawLine, type Lettering } from './draw-words.ts';
import { drawnLogo } from './drawn-logo.ts';
import { setName } from './set-name.ts';

/** Undefined if no font has all its letters. */
export const tagline = drawLine(brand.tagline);
export const logo: Lettering =
  drawnLogo.text === brand.product ? drawnLogo : setName(brand.product);
