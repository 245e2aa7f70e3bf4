import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { makeFolder } from '../../storage/make-folder.ts';
import { findFaults, nextLayout } from '../find-faults.ts';
import type { Visitor } from './visitor.ts';

const sizes = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
  { width: 740, height: 360 },
];

/** The folder in which each test saves pictures of the pages that it has checked. If undefined, no picture is saved. */
const PICTURES = process.env['PICTURES'];

/**
 * Checks at each size of the screen that every control can be pressed, every text can be read, and nothing moves. The
 * test must use `reducesMotion: true`.
 *
 * @param name of the pictures
 */
export async function expectNoFaults(visitor: Visitor, name: string): Promise<void> {
  const faults: string[] = [];
  for (const size of sizes) {
    await visitor.resize(size);
    await visitor.evaluate(() => document.fonts.ready.then(() => {}));
    await visitor.evaluate(nextLayout);
    const found = await visitor.evaluate(findFaults);
    faults.push(...found.map((fault) => `${size.width} x ${size.height}: ${fault}`));
    await keepPictures(visitor, `${name}-${size.width}`);
  }
  expect(faults).toEqual([]);
  expect(await visitor.evaluate(() => document.getAnimations().length)).toBe(0);
}

/** Saves pictures of the page from its top: one for each screen height, at most six. */
export async function keepPictures(visitor: Visitor, name: string): Promise<void> {
  if (!PICTURES) return;
  makeFolder(PICTURES);
  const screenfuls = await visitor.evaluate(() =>
    Math.ceil(document.documentElement.scrollHeight / innerHeight),
  );
  for (let index = 0; index < Math.min(screenfuls, 6); index++) {
    await visitor.evaluate((index) => {
      scrollTo({ top: index * innerHeight, behavior: 'instant' });
    }, index);
    const path = join(PICTURES, `${name}-${index + 1}.png`);
    await writeFile(path, await visitor.photograph());
  }
}
