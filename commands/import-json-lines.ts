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
    for (const line of lines) {
      checkLength(line, ++whole);
      yield line;
    }
    checkLength(rest, whole + 1);
  }
  yield rest;
}

function checkLength(written: string, line: number): void {
  if (written.length <= MAX_LINE_CHARACTERS) return;
  throw new CommandRefusal(
    `Line ${line} is longer than ${MAX_LINE_CHARACTERS} characters. Does the file have one JSON object per line?`,
  );
}

function parse(written: string): { value: unknown } | { sentence: string } {
  try {
    return { value: JSON.parse(written) };
  } catch {
    return { sentence: 'It is not JSON.' };
  }
}
