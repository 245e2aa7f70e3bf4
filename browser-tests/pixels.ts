import type { JSHandle, Page } from '@playwright/test';

/**
 * Draws a screenshot on a canvas of the page. Apart from the tests, because three files of tests read pixels.
 *
 * @returns the canvas's context. Its `evaluate` reads pixels in the browser, because sending all of them would be slow
 */
export async function drawPicture(
  page: Page,
  picture: Buffer,
): Promise<JSHandle<OffscreenCanvasRenderingContext2D>> {
  return await page.evaluateHandle(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const pen = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d', {
      willReadFrequently: true,
    });
    if (!pen) throw new Error('The browser cannot draw.');
    pen.drawImage(bitmap, 0, 0);
    return pen;
  }, picture.toString('base64'));
}
