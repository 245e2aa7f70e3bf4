import { letterStates, meaningsOfStates, waitingSince } from '../contract/mailings.ts';
import type { Mailing } from '../storage/mailings/read-mailings.ts';
import { minuteOf, number } from './command.ts';

/** @returns lines for a terminal, and the sum of the letters in all states */
export function describeMailing(mailing: Mailing, now: number): { lines: string; sum: number } {
  const { id, subject, at, who, people, letters } = mailing;
  const parts = letterStates.filter((state) => letters[state] > 0);
  const sum = parts.reduce((sum, state) => sum + letters[state], 0);
  const lines = [
    `Mailing ${id} ${whomOf(mailing)}: ${subject}`,
    `Sent at ${minuteOf(at)} UTC by ${who ?? 'an admin'}. ${stateOf(mailing, now)}`,
    '',
    ...parts.map(
      (state) => `${figure(letters[state])}  ${state.padEnd(12)}  ${meaningsOfStates[state]}`,
    ),
    `${figure(people)}  recipients`,
  ];
  const { bounced, complained } = mailing.returned;
  if (bounced + complained > 0)
    lines.push(`Of the accepted, ${bounced} bounced, and ${complained} were reported as spam.`);
  if (letters.uncertain > 0)
    lines.push(
      '',
      "The dashboard lists the uncertain ones: look them up in your mail provider's log, and choose there.",
    );
  return { lines: lines.join('\n'), sum };
}

function whomOf({ kind, wave }: Mailing): string {
  if (kind === 'next') return `to the next people, wave ${wave}`;
  if (kind === 'everybody') return 'to everybody who has confirmed';
  return 'of the launch, to people who had not got a launch letter';
}

function stateOf({ startsAt, pausedWhy, endedAt, waits }: Mailing, now: number): string {
  if (endedAt !== null) return `It ended at ${minuteOf(endedAt)} UTC.`;
  if (pausedWhy !== null) return `It is paused. ${pausedWhy}`;
  if (startsAt > now) return `It begins at ${minuteOf(startsAt)} UTC.`;
  return waits ? waitingSince(`${minuteOf(waits.since)} UTC`, waits.why) : 'It is being sent.';
}

function figure(count: number): string {
  return number(count).padStart(9);
}
