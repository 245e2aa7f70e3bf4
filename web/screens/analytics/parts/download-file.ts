import { MINUTE_MS } from '../../../../contract/durations.ts';
import { type BrowserCall, fetchFile } from '../../../call-api.ts';

/** Loads a file whole, and saves it as the browser's own download would. */
export async function downloadFile(
  call: BrowserCall<undefined, unknown>,
  name: string,
): Promise<void> {
  saveFile(await fetchFile(call), name);
}

function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // A browser may begin to read only after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), MINUTE_MS);
}
