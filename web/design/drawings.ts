/** The words that pages show as drawings. The build evaluates this file, so that no page needs its library. */
import { brand } from '../../brand.ts';
import { bytesOf, drawLine, type Lettering } from './draw-words.ts';
import { drawnLogo } from './drawn-logo.ts';
import { setName } from './set-name.ts';

/** For both drawings. With more, the home page would not fit into the first packets of an answer. */
const MOST_BYTES = 1_800;

export const logo: Lettering =
  drawnLogo.text === brand.product ? drawnLogo : setName(brand.product);
const line = drawLine(brand.tagline);
const drawn = [...logo.parts.flatMap(({ letters }) => letters), ...(line ?? [])];
/** Undefined if no font has all its letters, or if it would be too large: then it is text. */
export const tagline = bytesOf(drawn) <= MOST_BYTES ? line : undefined;
