import { useEffect, useState } from 'react';
import type { DayRange } from '../../../../contract/analytics.ts';
import type { ResponseOf } from '../../../../contract/calls.ts';
import { getAudit, getWaitlistFigures } from '../../../browser-calls.ts';
import { callApi } from '../../../call-api.ts';
import { ActPlace, Said } from './act-button.tsx';
import { AddressesPanel } from './addresses-panel.tsx';
import { Chart } from './chart.tsx';
import { dashboardTexts } from './dashboard-texts.ts';
import { LaunchPanel } from './launch-panel.tsx';
import { MailingsPanel } from './mailings-panel.tsx';
import { formatCount, formatMoment, formatRate } from './numbers.ts';
import { type Act, useActs } from './use-acts.ts';
import { waitlistTexts as texts } from './waitlist-texts.ts';
import { WavesPanel } from './waves-panel.tsx';

export interface WaitlistTabProps {
  range: DayRange;
  onRange: (range: DayRange) => void;
  /** Counts up when the figures are to be read again. */
  refreshes: number;
}

type Figures = ResponseOf<'getWaitlistFigures'>;

const series = [
  { figure: 'joined', name: texts.chart.joined, mark: 'mark-whole' },
  { figure: 'confirmed', name: texts.chart.confirmed, mark: 'mark-part' },
] as const;

/** What admins with the right see of the waitlist. Addresses are shown only when they ask for them. */
export function WaitlistTab({ range, onRange, refreshes }: WaitlistTabProps) {
  const [figures, setFigures] = useState<Figures>();
  // Each panel shows what the other one has changed.
  const [waveMoves, setWaveMoves] = useState(0);
  const [personMoves, setPersonMoves] = useState(0);
  const acts = useActs();
  const { said } = acts;
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when the admin asks, and after acts
  useEffect(() => {
    acts.read({
      ...{ id: 'look', name: dashboardTexts.refresh },
      call: () => callApi(getWaitlistFigures, undefined),
      show(answered: Figures) {
        setFigures(answered);
        acts.say(undefined);
        return undefined;
      },
    });
  }, [refreshes, waveMoves, personMoves]);
  return (
    <>
      <p className={said ? 'notice' : 'unseen'} role="status">
        {said}
      </p>
      {(figures || !said) && (
        <>
          <Cards figures={figures} />
          <Chart
            {...texts.chart}
            series={series}
            days={figures?.days.slice(-range)}
            range={range}
            onRange={onRange}
          />
        </>
      )}
      {figures && (
        <>
          <WavesPanel
            hasMail={figures.mail !== null}
            moves={personMoves}
            onMoved={() => setWaveMoves((moves) => moves + 1)}
          />
          <MailingsPanel
            onMoved={() => {
              setWaveMoves((moves) => moves + 1);
              setPersonMoves((moves) => moves + 1);
            }}
          />
          <LaunchPanel hasMail={figures.mail !== null} moves={personMoves} />
          <AddressesPanel
            usual={figures.confirmed > 0 ? 'place' : 'newest'}
            moves={waveMoves}
            onMoved={() => setPersonMoves((moves) => moves + 1)}
          />
          <Audit />
        </>
      )}
    </>
  );
}

function Cards({ figures }: { figures: Figures | undefined }) {
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
    <section className="panel summary" aria-labelledby="waitlist">
      <h2 id="waitlist">{texts.title}</h2>
      <dl className="summary-figures">
        {shown.map(([name, figure, note]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="summary-figure">
              {figures ? formatCount(figure) : <span className="pending" />}
            </dd>
            <dd className="summary-note">{figures && note}</dd>
          </div>
        ))}
      </dl>
      {figures && figures.confirmed > 0 && (
        <p className="waitlist-mail">{phonesSentence(figures)}</p>
      )}
      {figures && <p className="waitlist-mail">{mailSentence(figures)}</p>}
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

/** Who did what. It is read again each time it is opened. */
function Audit() {
  const [entries, setEntries] = useState<ResponseOf<'getAudit'>['entries']>();
  const acts = useActs();
  const open: Act<ResponseOf<'getAudit'>> = {
    ...{ id: 'open', name: texts.audit.open },
    call: () => callApi(getAudit, undefined),
    show: (answered) => void setEntries(answered.entries),
  };
  return (
    <section className="not-counted" aria-labelledby="audit">
      <h2 id="audit">{texts.audit.title}</h2>
      <p>
        <button
          className="key"
          type="button"
          aria-expanded={entries !== undefined}
          onClick={() => (entries ? setEntries(undefined) : acts.press(open))}
        >
          {entries ? texts.audit.close : texts.audit.open}
        </button>
      </p>
      <Said acts={acts} />
      <ActPlace acts={acts} of={[open]} />
      {entries && (
        <ol className="audit">
          {entries.map(({ at, who, act, detail }, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is never sorted again
            <li key={n}>{`${formatMoment(at)}: ${who} ${act} ${detail}`}</li>
          ))}
        </ol>
      )}
    </section>
  );
}
