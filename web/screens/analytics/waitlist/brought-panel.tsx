import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { inviterColumns, signUpsColumn } from '../../../../contract/analytics.ts';
import { getAnalytics } from '../../../browser-calls.ts';
import { analyticsErrors, dashboardTexts } from '../parts/dashboard-texts.ts';
import { formatCount } from '../parts/numbers.ts';
import { PanelTitle } from '../parts/panel-header.tsx';
import { queryOf } from '../parts/query-client.ts';
import { RangeChoice } from '../parts/range-choice.tsx';
import { Table } from '../parts/table.tsx';
import type { PlaceProps } from '../parts/view-in-address.ts';
import { ViewLink } from '../parts/view-link.tsx';

const { brought: texts, loading } = dashboardTexts;
const SHOWN = '10';
const [name, views] = inviterColumns;

/** The inviters by whose links most people have signed up, in the days that are chosen. */
export function BroughtPanel({ userId, view, changeView, range, today }: PlaceProps) {
  const id = useId();
  const days = view.range ? { range: view.range } : {};
  const most = { sort: signUpsColumn.field, limit: SHOWN, offset: '0' };
  const { data, error } = useQuery(queryOf(getAnalytics, { userId, ...most, ...days }));
  const rows = data?.userStats.filter(({ signUps = 0 }) => signUps > 0) ?? [];
  const sentence = error ? analyticsErrors.notOk : data ? rows.length === 0 && texts.none : loading;
  return (
    <section className="panel" aria-labelledby={id}>
      <header className="panel-header">
        <PanelTitle id={id} title={texts.title} subtitle={texts.subtitle} />
        <RangeChoice {...{ userId, view, changeView, range, today }} />
      </header>
      {sentence && <p className="row note">{sentence}</p>}
      {rows.length > 0 && (
        <Table caption={texts.title} head={[name.title, signUpsColumn.title, views.title]}>
          {rows.map(({ userId: inviter, username, signUps = 0, pageViews }) => (
            <tr key={inviter}>
              <th scope="row">
                <span className="username" translate="no" title={username}>
                  <ViewLink {...{ view, changeView }} change={{ place: 'invites', inviter }}>
                    <bdi>{username}</bdi>
                  </ViewLink>
                </span>
              </th>
              {[signUps, pageViews].map((count, n) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns do not change
                <td key={n}>{formatCount(count)}</td>
              ))}
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}
