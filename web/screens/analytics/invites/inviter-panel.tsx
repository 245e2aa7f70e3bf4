import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { inviterColumns, signUpsColumn } from '../../../../contract/analytics.ts';
import type { ResponseOf } from '../../../../contract/calls.ts';
import { inviteLink } from '../../../../contract/screens.ts';
import { getAnalyticsInviter } from '../../../browser-calls.ts';
import { CallFailure } from '../../../call-api.ts';
import { copyLink } from '../../../design/copy-link.ts';
import { Chart } from '../parts/chart.tsx';
import { BackIcon } from '../parts/dashboard-icons.tsx';
import { analyticsErrors, dashboardTexts } from '../parts/dashboard-texts.ts';
import type { Series } from '../parts/days-plot.tsx';
import { Figure } from '../parts/figure.tsx';
import { formatCount, formatRate } from '../parts/numbers.ts';
import { QrCode } from '../parts/qr-code.tsx';
import { queryOf } from '../parts/query-client.ts';
import { nameOfRange } from '../parts/range-choice.tsx';
import type { ChangeView, View } from '../parts/view-in-address.ts';
import { MarksList } from './marks-list.tsx';

const { inviter: texts, chart, loading } = dashboardTexts;
const [, ...columns] = inviterColumns;
const figures = [...columns, signUpsColumn];

interface InviterPanelProps {
  userId: string;
  view: View;
  changeView: ChangeView;
  series: readonly Series<'pageViews' | 'downloads'>[];
}

/** The figures, the days and the link of one inviter. */
export function InviterPanel({ userId, view, changeView, series }: InviterPanelProps) {
  const { inviter, range, days } = view;
  const asked = range ? { range } : { days: `${days}` as const };
  const found = useQuery({
    ...queryOf(getAnalyticsInviter, { userId, inviter, ...asked }),
    // Until other days of all time are read, so that the pressed control stays, and nothing moves.
    placeholderData: (before) => (before?.range || range ? undefined : before),
  });
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);
  const { data } = found;
  const { days: shown = [], marks = [], mayWriteNotes = false } = data ?? {};
  const list = (chosen?: string) => (
    <MarksList {...{ userId, marks, chosen }} days={shown} mayWrite={mayWriteNotes} />
  );
  return (
    <>
      <section className="panel inviter" aria-labelledby={id}>
        <header className="panel-header">
          <div>
            <h2 ref={heading} id={id} tabIndex={-1} translate="no">
              <bdi>{data?.inviter.username ?? inviter}</bdi>
            </h2>
            {range && <p>{nameOfRange(range, data?.range)}</p>}
          </div>
          <button className="key" type="button" onClick={() => changeView({ inviter: '' })}>
            <BackIcon />
            <span>{texts.back}</span>
          </button>
        </header>
        {!data && (
          <p className="word" role="status">
            {found.error ? sentenceFor(found.error) : loading}
          </p>
        )}
        {data && <Figures inviter={data.inviter} range={range} />}
        {data && <InviteLink inviter={data.inviter} />}
      </section>
      {shown.length === 1 && (
        <section className="panel chart">
          <header className="panel-header">
            <p>{texts.noHours}</p>
          </header>
          {list()}
        </section>
      )}
      {data && shown.length > 1 && (
        <Chart
          title={chart.title}
          subtitle={chart.subtitle}
          series={series}
          days={shown}
          isRunning={data.range?.isRunning ?? true}
          {...(!range && { range: days, onRange: (days) => changeView({ days }) })}
          marks={marks}
        >
          {list}
        </Chart>
      )}
    </>
  );
}

type Inviter = ResponseOf<'getAnalyticsInviter'>['inviter'];

function Figures({ inviter, range }: { inviter: Inviter; range: string }) {
  return (
    <dl className="figures">
      {figures.map((column) => {
        const value = inviter[column.field];
        // The server leaves out what the admin may not see.
        if (value === undefined) return null;
        const isRate = 'of' in column;
        return (
          <Figure
            key={column.field}
            name={column.title}
            text={isRate ? formatRate(value, inviter[column.of], range) : formatCount(value)}
          />
        );
      })}
    </dl>
  );
}

function InviteLink({ inviter }: { inviter: Inviter }) {
  const link = `${location.origin}${inviteLink(inviter.userId)}`;
  const address = useRef<HTMLElement>(null);
  const [note, setNote] = useState('');
  async function copy(): Promise<void> {
    setNote((await copyLink(link, address.current)) ? texts.copied : texts.copyByHand);
  }
  return (
    <div className="row">
      <QrCode text={link} label={texts.code} />
      <div>
        <h3>{texts.link}</h3>
        <code ref={address} translate="no">
          {link}
        </code>
        <p>
          <button className="key" type="button" onClick={copy}>
            {texts.copy}
          </button>{' '}
          <span role="status">{note}</span>
        </p>
      </div>
    </div>
  );
}

function sentenceFor(error: Error): string {
  if (!(error instanceof CallFailure) || error.status === undefined)
    return analyticsErrors.noAnswer;
  return error.status === 404 ? texts.unknown : analyticsErrors.notOk;
}
