import { useQuery } from '@tanstack/react-query';
import { inviterColumns, signUpsColumn } from '../../../../contract/analytics.ts';
import type { ResponseOf } from '../../../../contract/calls.ts';
import type { AnalyticsResponse, UserStats } from '../../../../contract/schemas/analytics.ts';
import { FROM_QUERY, listedScreens } from '../../../../contract/screens.ts';
import { getAnalytics, getWaitlistFigures } from '../../../browser-calls.ts';
import { callApi } from '../../../call-api.ts';
import { Chart } from '../parts/chart.tsx';
import { InviterLink } from '../parts/controls.tsx';
import { useDashboard } from '../parts/dashboard-context.ts';
import { dashboardTexts } from '../parts/dashboard-texts.ts';
import { formatCount, formatRate } from '../parts/numbers.ts';
import { FigureRow, Panel } from '../parts/panel.tsx';
import { queryOf, sentenceOf } from '../parts/query-client.ts';
import { RangeChoice } from '../parts/range-choice.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { useActs, useRead } from '../parts/use-acts.ts';
import { PeoplePanel } from './people-panel.tsx';
import { waitlistTexts as texts } from './waitlist-texts.ts';
import { WavesPanel } from './waves-panel.tsx';

const { brought, namedLinks: links, loading, refresh } = dashboardTexts;

export interface NamedLinks {
  namedLinks: NonNullable<AnalyticsResponse['namedLinks']>;
}

/** What admins with the right see of the waitlist. Addresses are shown only after a press. */
export function Waitlist({ namedLinks }: NamedLinks) {
  const acts = useActs();
  const { said } = acts;
  const read = () => callApi(getWaitlistFigures, undefined);
  const { shown: figures } = useRead(acts, refresh, read);
  const { title, subtitle, joined, confirmed } = texts.chart;
  return (
    <>
      <p className={said ? 'notice' : 'unseen'} role="status">
        {said ?? (figures ? '' : loading)}
      </p>
      {(figures || !said) && (
        <>
          <Cards figures={figures} />
          <Chart
            title={title}
            subtitle={subtitle}
            names={[joined, confirmed]}
            days={figures?.days.map(({ day, joined, confirmed }) => ({
              day,
              counts: [joined, confirmed],
            }))}
          />
        </>
      )}
      {figures && (
        <>
          <WavesPanel />
          <BroughtPanel />
          {namedLinks.length > 0 && (
            <Panel title={links.title} notes={[links.subtitle]}>
              <FigureRow
                of={namedLinks.map(({ name, signUps, lastWeek }) => ({
                  name: `${listedScreens.home}?${FROM_QUERY}=${name}`,
                  text: formatCount(signUps),
                  note: links.lastWeek(formatCount(lastWeek)),
                }))}
              />
            </Panel>
          )}
          <PeoplePanel usual={figures.confirmed > 0 ? 'position' : 'newest'} />
        </>
      )}
    </>
  );
}

type Figures = ResponseOf<'getWaitlistFigures'>;

/** How many are on the list, and what its letters do. */
function Cards({ figures }: { figures: Figures | undefined }) {
  const { cards, notes, mail } = texts;
  const { days = [], onList = 0, confirmed = 0, left = 0, invited = 0 } = figures ?? {};
  const { iphone = 0, android = 0 } = figures ?? {};
  const [yesterday, today] = days.slice(-2);
  const arrived = figures?.in ?? 0;
  const share = onList > 0 ? notes.confirmed(formatRate((confirmed * 100) / onList, onList)) : '';
  const shown: [name: string, figure: number, note: string][] = [
    [cards.waiting, onList - invited - arrived, notes.waiting(formatCount(onList))],
    [cards.invited, invited, notes.invited],
    [cards.in, arrived, notes.in],
    [cards.left, left, notes.left],
    [cards.confirmed, confirmed, share],
    [cards.today, today?.joined ?? 0, notes.today(formatCount(yesterday?.joined ?? 0))],
  ];
  return (
    <section className="panel" aria-label={texts.title}>
      <FigureRow
        of={shown.map(([name, figure, note]) => ({
          name,
          text: figures && formatCount(figure),
          note: figures && note,
        }))}
      />
      {confirmed > 0 && (
        <p className="row note">{texts.phones(iphone, android, confirmed - iphone - android)}</p>
      )}
      {figures && <p className="row note">{figures.mail ? mail.state(figures.mail) : mail.off}</p>}
    </section>
  );
}

const SHOWN = '10';
const [name, views] = inviterColumns;
const broughtColumns: readonly Column<UserStats>[] = [
  { title: name.title, cell: (row) => <InviterLink {...row} /> },
  { title: signUpsColumn.title, cell: ({ signUps = 0 }) => formatCount(signUps) },
  { title: views.title, cell: ({ pageViews }) => formatCount(pageViews) },
];

/** The inviters by whose links most people have signed up, in the days that are chosen. */
function BroughtPanel() {
  const { userId, view } = useDashboard();
  const days = view.range ? { range: view.range } : {};
  const most = { sort: signUpsColumn.field, limit: SHOWN, offset: '0' };
  const { data, error } = useQuery(queryOf(getAnalytics, { userId, ...most, ...days }));
  const rows = data?.userStats.filter(({ signUps = 0 }) => signUps > 0) ?? [];
  const sentence = sentenceOf(error) ?? (data ? rows.length === 0 && brought.none : loading);
  return (
    <Panel title={brought.title} notes={[brought.subtitle]} tools={<RangeChoice />}>
      {sentence && <p className={error ? 'row problem' : 'row note'}>{sentence}</p>}
      {rows.length > 0 && (
        <Table
          caption={brought.title}
          columns={broughtColumns}
          rows={rows}
          keyOf={({ userId }) => userId}
        />
      )}
    </Panel>
  );
}
