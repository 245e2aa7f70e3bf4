import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { inviterColumns, signUpsColumn } from '../../../../contract/analytics.ts';
import type { ResponseOf } from '../../../../contract/calls.ts';
import { inviteLink } from '../../../../contract/screens.ts';
import { getAnalyticsInviter } from '../../../browser-calls.ts';
import { CallFailure } from '../../../call-api.ts';
import { copyLink } from '../../../design/copy-link.ts';
import { Icon, QrCode } from '../parts/controls.tsx';
import { useDashboard } from '../parts/dashboard-context.ts';
import { dashboardTexts } from '../parts/dashboard-texts.ts';
import { formatCount, formatRate } from '../parts/numbers.ts';
import { FigureRow, Panel } from '../parts/panel.tsx';
import { queryOf, sentenceOf } from '../parts/query-client.ts';
import { nameOfRange } from '../parts/range-choice.tsx';
import { DaysChart } from './days-chart.tsx';

const { inviter: texts, loading } = dashboardTexts;
const [, ...columns] = inviterColumns;
const figures = [...columns, signUpsColumn];

/** The figures, the days and the link of one inviter. */
export function InviterPanel() {
  const { userId, view, changeView } = useDashboard();
  const { inviter, range } = view;
  const { data, error } = useQuery(
    queryOf(getAnalyticsInviter, { userId, inviter, ...(range && { range }) }),
  );
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
    const link = `[data-inviter="${CSS.escape(inviter)}"]`;
    return () => document.querySelector<HTMLElement>(link)?.focus();
  }, [inviter]);
  const { days: shown = [], marks = [], mayWriteNotes = false } = data ?? {};
  const isUnknown = error instanceof CallFailure && error.status === 404;
  return (
    <>
      <Panel
        className="inviter"
        title={<bdi>{data?.inviter.username ?? inviter}</bdi>}
        heading={{ ref: heading, translate: 'no' }}
        notes={[range && nameOfRange(range, data?.range)]}
        tools={
          <button className="key" type="button" onClick={() => changeView({ inviter: '' })}>
            <Icon of="back" />
            <span>{texts.back}</span>
          </button>
        }
      >
        {!data && (
          <p className={error ? 'row problem' : 'word'} role="status">
            {isUnknown ? texts.unknown : (sentenceOf(error) ?? loading)}
          </p>
        )}
        {data && <FigureRow of={figuresOf(data.inviter, range)} />}
        {data && <InviteLink inviter={data.inviter} />}
      </Panel>
      {/* Hours are counted only for all inviters together. */}
      {data && shown.length > 1 && (
        <DaysChart marks={marks} mayWriteNotes={mayWriteNotes} days={shown} range={data.range} />
      )}
    </>
  );
}

type Inviter = ResponseOf<'getAnalyticsInviter'>['inviter'];

function figuresOf(inviter: Inviter, range: string) {
  return figures.flatMap((column) => {
    const value = inviter[column.field];
    // The server leaves out what the admin may not see.
    if (value === undefined) return [];
    const isRate = 'of' in column;
    const text = isRate ? formatRate(value, inviter[column.of], range) : formatCount(value);
    return { name: column.title, text };
  });
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
