import { floors } from './floors.ts';
import type { SourceFile } from './import-graph.ts';
import { MAY_IMPORT } from './room-rules.ts';

/** @returns what each room may import, and the floors of each room that has floors, as in ARCHITECTURE.md */
export function drawRooms(): string {
  const rooms = Object.entries(MAY_IMPORT).map(([room, others]) => row(room, others, 'nothing'));
  const divided = Object.entries(floors).map(([room, names]) =>
    [
      `${room}, the highest floor first`,
      ...names.map((floor, at) => row(`  ${at + 1}`, floor)),
    ].join('\n'),
  );
  return [['room may import', ...rooms].join('\n'), ...divided].join('\n\n');
}

/** @returns a sentence if ARCHITECTURE.md does not have the rooms and floors as they are drawn here */
export function findOldDrawings(documents: readonly SourceFile[]): string[] {
  const architecture = documents.find(({ path }) => path === 'ARCHITECTURE.md');
  if (architecture?.text.includes(`\n${drawRooms()}\n`)) return [];
  return [
    'ARCHITECTURE.md does not have the rooms as `node tools/check-rooms.ts --draw` prints them.',
  ];
}

function row(name: string, words: readonly string[], none = ''): string {
  return `${name.padEnd(name.startsWith(' ') ? 6 : 22)}${words.join(', ') || none}`;
}
