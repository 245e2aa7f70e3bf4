import type { ResponseOf } from '../../../../contract/calls.ts';
import { Figure } from '../parts/figure.tsx';
import { formatCount, formatRate } from '../parts/numbers.ts';
import { waitlistTexts as texts } from './waitlist-texts.ts';

type Figures = ResponseOf<'getWaitlistFigures'>;

/** How many are on the list, and what its letters do. */
export function WaitlistCards({ figures }: { figures: Figures | undefined }) {
  const { cards, notes } = texts;
  const { days = [], onList = 0, confirmed = 0, left = 0, invited = 0 } = figures ?? {};
  const [yesterday, today] = days.slice(-2);
  const isIn = figures?.in ?? 0;
  const share = onList > 0 ? notes.confirmed(formatRate((confirmed * 100) / onList, onList)) : '';
  const shown: [name: string, figure: number, note: string][] = [
    [cards.waiting, onList - invited - isIn, notes.waiting(formatCount(onList))],
    [cards.invited, invited, notes.invited],
    [cards.in, isIn, notes.in],
    [cards.left, left, notes.left],
    [cards.confirmed, confirmed, share],
    [cards.today, today?.joined ?? 0, notes.today(formatCount(yesterday?.joined ?? 0))],
  ];
  return (
    <section className="panel" aria-labelledby="waitlist">
      <h2 className="unseen" id="waitlist">
        {texts.title}
      </h2>
      <dl className="figures">
        {shown.map(([name, figure, note]) => (
          <Figure
            key={name}
            name={name}
            text={figures && formatCount(figure)}
            note={figures && note}
          />
        ))}
      </dl>
      {figures && figures.confirmed > 0 && <p className="row note">{phonesSentence(figures)}</p>}
      {figures && <p className="row note">{mailSentence(figures)}</p>}
    </section>
  );
}

/** Missing in answers of the version before. */
function phonesSentence({ confirmed, iphone = 0, android = 0 }: Figures): string {
  return texts.phones(iphone, android, confirmed - iphone - android);
}

function mailSentence({ mail, confirmed }: Figures): string {
  const { off, offNow, slowed, calm, state, ...advice } = texts.mail;
  if (!mail) return confirmed > 0 ? offNow : off;
  const open = (['waiting', 'uncertain', 'refused'] as const).filter((name) => mail[name] > 0);
  const { waiting, uncertain, refused } = mail;
  const counts = open.length === 0 ? calm : state(waiting, uncertain, refused);
  return [counts, ...open.map((name) => advice[name]), mail.isSlowed && slowed]
    .filter(Boolean)
    .join(' ');
}
