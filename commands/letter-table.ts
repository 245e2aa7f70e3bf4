import type { SignUpLetterState } from '../contract/mailings.ts';
import type { Letter, LetterKind } from '../storage/letters/letter.ts';
import { minuteOf } from './command.ts';

const columns: readonly [title: string, cell: (letter: Letter) => string][] = [
  ['ID', ({ id }) => String(id)],
  ['STATE', ({ state }) => state],
  ['KIND', ({ kind }) => kind],
  ['QUEUED (UTC)', ({ at }) => minuteOf(at)],
  ['ADDRESS', ({ email }) => email || '(has left)'],
  ['LAST ANSWER', ({ reply }) => reply ?? ''],
];

const kinds: Readonly<Record<LetterKind, string>> = {
  confirm: 'asks a sign-up to confirm',
  position: 'tells a member their place',
  earlier: 'asks to confirm a sign-up from before the site sent letters',
  'last-call': 'asks to confirm a sign-up from before the launch',
};

const meanings: Readonly<Record<SignUpLetterState, string>> = {
  waiting: 'it is sent when it is due and the budget allows it',
  sending: 'it is being sent at this moment',
  accepted: 'the mail server has accepted it, or its file has been written',
  refused:
    'the mail server has refused it, or all attempts have failed; the site does not try again',
  uncertain: 'it may have been sent; the site does not try again',
};

/** @returns a table for a terminal, one letter per line */
export function tableOf(letters: readonly Letter[]): string {
  const rows = [
    columns.map(([title]) => title),
    ...letters.map((letter) => columns.map(([, cell]) => cell(letter))),
  ];
  // Not Math.max(...), which fails with 100,000 values.
  const widths = columns.map((_column, index) =>
    rows.reduce((width, cells) => Math.max(width, cells[index]?.length ?? 0), 0),
  );
  return rows
    .map((cells) => cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  '))
    .map((line) => line.trimEnd())
    .join('\n');
}

/** @returns lines about one letter */
export function describeLetter(letter: Letter, messageId: string): string {
  const { id, kind, state, email, at, dueAt, attempts, reply } = letter;
  if (!email) {
    return `Letter ${id} was to an address that has left the waitlist, so its result is not kept. It counts towards the limits of its mailbox.`;
  }
  return [
    `Letter ${id} is ${state}: ${meanings[state]}.`,
    `  to           ${email}`,
    `  kind         ${kind}: ${kinds[kind]}`,
    `  queued       ${minuteOf(at)} UTC`,
    ...(state === 'waiting' ? [`  due          ${minuteOf(dueAt)} UTC`] : []),
    `  postponed    ${attempts} times, not counting the times when no letter could be sent`,
    `  Message-ID   ${messageId}`,
    `  last answer  ${reply ?? 'none'}`,
  ].join('\n');
}
