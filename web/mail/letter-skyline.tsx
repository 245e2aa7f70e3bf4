import type { LetterColours } from './letter-colours.ts';

/**
 * Mail programs show no SVG and often no images, so the skyline is a table. One character is one cell: `f` a far
 * house, `c` a near house, `g` a window, `w` a lit window, `y` the reader's window, and a space is sky.
 */
const CELLS = [
  '',
  '                                     f',
  '              f   c       cc         f',
  '             fff  c    ff cc        fff',
  '       cfff  fff ccc   ff cc  ffff  fff',
  '  ffffcccff  fff cycfffffcccccfffccccff',
  '  fffcccccf  fff cccfffffcgcgcfffccccccc',
  '  fffcwcgcccccccccgcfffffcccccccccwcgcgc',
  'cccccccccccgcwcgccccccccccgcwccgcccccccc',
  'cwcgccgcwcccccccccwccgcwccccccccccgcwcwc',
  'cccccccccccwcgcwccccccccccwcgccwcccccccc',
  'cccccccccccccccccccccccccccccccccccccccc',
];
const COLUMNS = 40;
const ROW_HEIGHT = 11;

type Cell = 'f' | 'c' | 'g' | 'w' | 'y' | ' ';

export function LetterSkyline({
  colours,
  isWindowLit,
}: {
  colours: LetterColours;
  isWindowLit: boolean;
}) {
  const { far, city, glass, window, sun } = colours;
  const fills: Record<Cell, string | undefined> = {
    f: far,
    c: city,
    g: glass,
    w: window,
    y: isWindowLit ? sun : glass,
    ' ': undefined,
  };
  return (
    <table
      role="presentation"
      aria-hidden="true"
      width="100%"
      cellPadding={0}
      cellSpacing={0}
      style={{ width: '100%', tableLayout: 'fixed', borderCollapse: 'collapse' }}
    >
      <tbody>
        <tr>
          {Array.from({ length: COLUMNS }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the cells are rendered once
            <td key={index} height={0} style={{ padding: 0 }} />
          ))}
        </tr>
        {CELLS.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are rendered once
          <tr key={index} style={{ lineHeight: 0, fontSize: 0 }}>
            {runsOf(row).map(({ cell, start, length }) => (
              <td
                key={start}
                colSpan={length}
                height={ROW_HEIGHT}
                {...(fills[cell] && {
                  bgcolor: fills[cell],
                  className: classOf(cell, isWindowLit),
                })}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The class that changes a cell's colour in dark mode. */
function classOf(cell: Cell, isWindowLit: boolean): string {
  return cell === 'y' && !isWindowLit ? 'g' : cell;
}

/** Neighbours of the same kind are one cell, because each cell costs some 50 bytes. */
function runsOf(row: string) {
  const runs: { cell: Cell; start: number; length: number }[] = [];
  for (const [start, character] of [...row.padEnd(COLUMNS)].entries()) {
    const last = runs.at(-1);
    if (last?.cell === character) last.length += 1;
    else runs.push({ cell: character as Cell, start, length: 1 });
  }
  return runs;
}
