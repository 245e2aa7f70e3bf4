import type { Row } from './import-row.ts';
import { CommandRefusal } from './refusal.ts';

/** A longer line ends the import, so that a file without line ends does not fill the memory. */
const MAX_LINE_CHARACTERS = 64 * 1024;

/** Reads one JSON value per line and skips empty lines. */
export async function* readJsonLines(text: AsyncIterable<string>): AsyncGenerator<Row> {
  let line = 0;
  for await (const written of linesOf(text)) {
    line++;
    if (written.trim() !== '') yield { line, ...parse(written) };
  }
}

async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  let whole = 0;
  for await (const chunk of text) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    whole += lines.length;
    yield* lines;
    if (rest.length > MAX_LINE_CHARACTERS) {
      throw new CommandRefusal(
        `Line ${whole + 1} is longer than ${MAX_LINE_CHARACTERS} characters. Does the file have one JSON object per line?`,
      );
    }
  }
  yield rest;
}

function parse(written: string): { value: unknown } | { sentence: string } {
  try {
    return { value: JSON.parse(written) };
  } catch {
    return { sentence: 'It is not JSON.' };
  }
}
