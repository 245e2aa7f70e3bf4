import type { Mark } from '../../../../contract/schemas/marks.ts';
import { dashboardTexts } from './dashboard-texts.ts';

const { marks: texts, app } = dashboardTexts;
const platforms = { ios: 'iOS', android: 'Android' } as const;

/** @returns what a mark says, one sentence for each thing that happened */
export function sentencesOf({ app: changed = {}, mailing, note }: Mark): string[] {
  const changes = (['ios', 'android'] as const).flatMap((platform) => {
    const state = changed[platform];
    if (!state) return [];
    return texts.app(platforms[platform], state === 'link' ? texts.newLink : app.states[state]);
  });
  const sent = mailing ? [`${texts.mailings[mailing.kind]}: ${texts.parts[mailing.part]}`] : [];
  return [...changes, ...sent, ...(note ? [note.words] : [])];
}

/** @returns the sentences of each day, or hour, that has any; a repeated one only once */
export function sentencesByDay(marks: readonly Mark[]): Map<string, Set<string>> {
  const byDay = new Map<string, Set<string>>();
  for (const mark of marks) {
    const sentences = byDay.get(mark.day) ?? new Set();
    for (const sentence of sentencesOf(mark)) sentences.add(sentence);
    byDay.set(mark.day, sentences);
  }
  return byDay;
}
