import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { MeasuredNode, Node, Renderer } from '@takumi-rs/core';
import { brand } from '../../brand.ts';
import { initialOf } from '../../contract/inviters.ts';
import {
  INVITE_PICTURE_SUN,
  type InvitePictureParts,
  PREVIEW_SIZE,
  WANTS_YOU_ON,
} from '../../contract/link-previews.ts';
import { drawnName } from './drawn-name.ts';

/** The files that decide how a name is drawn, apart from the parts that the build makes. */
const CODE = ['invite-painter.ts', 'drawn-name.ts'];
const FONTS = join(import.meta.dirname, 'fonts');
/** If several fonts have a letter, the first of them draws it. The site's own typeface comes first. */
const FIRST_FONTS = ['bricolage', 'commissioner', 'latin', 'han-simplified', 'japanese'];
/** Names with these letters are drawn in the font that has all of their letters. */
const NEEDS_LATIN = /[\u0180-\u019f\u0250-\u02af\u1f00-\u1fff]/u;
const NEEDS_JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const WEIGHT = 800;

const TIGHT_SPACING = '-0.02em';
/** Of the renderer's two caches. Names repeat few letters and no drawings but the scene and the logo. */
const CACHE_BYTES = 4 * 1024 * 1024;

/** These lengths are in pixels. Some chats cut out the square in the middle: from 285 to 915. */
const WORDS = { left: 315, top: 20, width: 570, height: 276 };
const NAME = { largest: 160, largestBroken: 72, smallest: 56, width: 570, height: 204, lines: 3 };
const INITIAL = { largest: 164, width: 220, height: 240, raised: 60 };
/** The roofs hide the lower part of the sun. */
const ABOVE_ROOFS = 88;
const STEP = 8;
/** After the words, or, if its letters would be smaller than theirs there, below them. */
const LOGO = { pixelsPerUnit: 0.058, least: 0.04, width: 300 };
/** From the baseline of the words before the logo to the end of their line. */
const BELOW_BASELINE = 10;

/** The line height of these fonts leaves room for more marks than names have. */
const TALL_LINES = /[\p{Script=Arabic}\p{Script=Bengali}]/u;
/** Letters with much ink below the baseline. */
const LOW = /[\p{Script=Arabic}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const GEORGIAN = /\p{Script=Georgian}/u;
const RIGHT_TO_LEFT = /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}]/u;
/** The letters of these scripts are not joined, so they are set as tight as the site's headings. */
const TIGHT = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{P}\p{N}\p{M} ]+$/u;

/** Draws the picture that chat apps show for an inviter's link, outside of the event loop. */
export class InvitePainter {
  readonly #parts: InvitePictureParts;
  readonly #digest: string;
  #renderer: Promise<Renderer> | undefined;

  constructor(parts: InvitePictureParts) {
    this.#parts = parts;
    const digest = createHash('sha256').update(JSON.stringify(parts));
    for (const file of CODE) digest.update(readFileSync(join(import.meta.dirname, file)));
    this.#digest = digest.digest('hex');
  }

  /**
   * @returns the version of the picture for a name, a part of the picture's address. Chat apps may cache an address for
   *   ever, so the version depends on all that the picture shows
   */
  versionOf(name: string): string {
    return createHash('sha256').update(this.#digest).update(name).digest('base64url').slice(0, 12);
  }

  /** @returns a PNG file, or undefined if the name cannot be drawn: see `drawnName` */
  async paint(name: string): Promise<Buffer | undefined> {
    const drawn = drawnName(name);
    if (drawn === undefined) return undefined;
    this.#renderer ??= openRenderer();
    const renderer = await this.#renderer;
    const { scene, logo } = this.#parts;
    const drawings = Object.entries({ scene, ...(logo && { logo: logo.drawing }) });
    const images = drawings.map(([src, drawing]) => ({ src, data: Buffer.from(drawing) }));
    const options = { ...PREVIEW_SIZE, fontFamilies: fontsFor(drawn) };
    const node = await this.#layOut(drawn, (part) => renderer.measure(part, options));
    return await renderer.render(node, { ...options, images, format: 'png' });
  }

  async #layOut(name: string, measure: Measure): Promise<Node> {
    const { ink, sunInk } = this.#parts;
    const { x, y, radius } = INVITE_PICTURE_SUN;
    const initial = initialOf({ username: name });
    const logo = this.#parts.logo ? logoOf(this.#parts.logo) : NAME_AS_TEXT;
    const room = { ...NAME, height: NAME.height - (logo.isBelow ? logo.height : 0) };
    return box({ ...PREVIEW_SIZE, position: 'relative', color: ink, fontWeight: WEIGHT }, [
      { type: 'image', src: 'scene', ...PREVIEW_SIZE, style: { position: 'absolute' } },
      box({ ...WORDS, justifyContent: 'center', alignItems: 'center' }, [
        await chooseSize(nameSteps(name), room, measure),
        box({ position: 'relative', marginTop: 4, ...logo.line }, [
          text(WANTS_YOU_ON, { fontSize: 40, letterSpacing: TIGHT_SPACING }),
          logo.node,
        ]),
      ]),
      box(
        {
          left: x - radius,
          top: y - radius,
          width: 2 * radius,
          height: 2 * radius,
          justifyContent: 'center',
          alignItems: 'center',
          color: sunInk,
          paddingBottom: ABOVE_ROOFS,
        },
        [await chooseSize(initialSteps(initial), INITIAL, measure)],
      ),
    ]);
  }
}

type Measure = (node: Node) => Promise<MeasuredNode>;

function box(style: Node['style'], children: Node[]): Node {
  const column = { display: 'flex', flexDirection: 'column', position: 'absolute' } as const;
  return { type: 'container', style: { ...column, ...style }, children };
}

function text(written: string, style: Node['style']): Node {
  return { type: 'text', text: written, style: { lineHeight: 'normal', ...style } };
}

/** Below the words, because its length is not known. */
const NAME_AS_TEXT = {
  node: text(brand.product, { fontSize: 48, letterSpacing: TIGHT_SPACING, textAlign: 'center' }),
  line: { alignItems: 'center' } as Node['style'],
  isBelow: true,
  height: 52,
};

function logoOf({ box: [, top, width, height] }: NonNullable<InvitePictureParts['logo']>) {
  const isBelow = LOGO.width / width < LOGO.least;
  const scale = Math.min(LOGO.pixelsPerUnit, (isBelow ? WORDS.width : LOGO.width) / width);
  const [wide = 0, high = 0, depth = 0] = [width, height, height + top].map((units) =>
    Math.round(units * scale),
  );
  const style = isBelow ? {} : { marginLeft: 14, marginBottom: BELOW_BASELINE - depth };
  const line: Node['style'] = isBelow
    ? { alignItems: 'center' }
    : { flexDirection: 'row', alignItems: 'flex-end' };
  const node: Node = { type: 'image', src: 'logo', width: wide, height: high, style };
  return { node, line, isBelow, height: high };
}

/** The name in sizes from the largest to the smallest: with whole words, then with broken words. */
function* nameSteps(name: string): Generator<Node> {
  const style = {
    maxWidth: NAME.width,
    textAlign: 'center',
    direction: RIGHT_TO_LEFT.test(name) ? 'rtl' : 'ltr',
    ...(TIGHT.test(name) && { letterSpacing: TIGHT_SPACING }),
    ...(TALL_LINES.test(name) && { lineHeight: 1.4 }),
  } as const;
  for (let fontSize = NAME.largest; fontSize >= NAME.smallest; fontSize -= STEP) {
    yield text(name, { ...style, fontSize });
  }
  for (let fontSize = NAME.largestBroken; fontSize > NAME.smallest; fontSize -= STEP) {
    yield text(name, { ...style, fontSize, overflowWrap: 'anywhere' });
  }
  const shortened = { lineClamp: NAME.lines, textOverflow: 'ellipsis' } as const;
  yield text(name, { ...style, fontSize: NAME.smallest, overflowWrap: 'anywhere', ...shortened });
}

function* initialSteps(initial: string): Generator<Node> {
  // The fonts have no Georgian capitals, because names are not written with them.
  const written = GEORGIAN.test(initial) ? initial : initial.toUpperCase();
  const marginBottom = LOW.test(initial) ? INITIAL.raised : 0;
  for (let fontSize = INITIAL.largest; fontSize > 0; fontSize -= STEP) {
    yield text(written, { fontSize, lineHeight: 1, marginBottom });
  }
}

/** @returns the first text that fits, or else the last */
async function chooseSize(
  texts: Iterable<Node>,
  most: { width: number; height: number },
  measure: Measure,
): Promise<Node> {
  let last: Node | undefined;
  for (const node of texts) {
    last = node;
    const { children } = await measure(
      box({ fontWeight: WEIGHT, alignItems: 'flex-start', width: most.width }, [node]),
    );
    const [measured] = children;
    if (!measured) continue;
    const isNarrow = measured.runs.every(
      // A space at the end of a line may stick out.
      ({ text, x, width }) => text === ' ' || (x >= 0 && x + width <= most.width),
    );
    if (isNarrow && measured.height <= most.height) return node;
  }
  if (!last) throw new Error('There is no text to draw.');
  return last;
}

const fonts = readdirSync(FONTS).flatMap((file) => /^(.*)\.ttf\.br$/.exec(file)?.[1] ?? []);
const families = [...FIRST_FONTS, ...fonts.filter((font) => !FIRST_FONTS.includes(font)).sort()];

function fontsFor(name: string): string[] {
  const first = [
    ...(NEEDS_LATIN.test(name) ? ['latin'] : []),
    ...(NEEDS_JAPANESE.test(name) ? ['bricolage', 'japanese'] : []),
  ];
  return [...first, ...families.filter((family) => !first.includes(family))];
}

/** Loads the renderer and all fonts, when the first picture is needed. */
async function openRenderer(): Promise<Renderer> {
  const { Renderer, setGlyphCacheMaxBytes } = await import('@takumi-rs/core');
  setGlyphCacheMaxBytes(CACHE_BYTES);
  const renderer = new Renderer({ cacheMaxBytes: CACHE_BYTES });
  for (const name of families) {
    const data = await promisify(brotliDecompress)(await readFile(join(FONTS, `${name}.ttf.br`)));
    await renderer.registerFont({ name, data, weight: WEIGHT });
  }
  return renderer;
}
