import { DAY_MS } from '../../../contract/durations.ts';
import { EVENT_ID_MEMORY_DAYS } from '../../../contract/invite-events.ts';
import { eventKey, type InviteOutcome, type InviteVisit } from '../../events.ts';
import type { Outcome } from '../group-commit.ts';
import type { GuardedPool } from './pool.ts';
import { codeOf, saveCounts } from './save-counts.ts';

const VIEW = codeOf('page_views');
const DOWNLOAD = codeOf('downloads');

/**
 * Records a batch of visits in one statement. Each part runs after the parts that it reads from: first the event keys
 * are inserted, then the counters of inviters are changed.
 */
const RECORD = `
  WITH visit AS (
    SELECT v.*, inviter.key AS inviter_key
    FROM unnest($1::text[], $2::boolean[], $3::bytea[], $4::bytea[], $5::bigint[], $6::text[])
      WITH ORDINALITY AS v (user_id, is_click, event_key, view_key, at, excluded, n)
    JOIN inviter ON inviter.user_id = v.user_id),
  wanted AS (
    SELECT key, max(at) AS at
    FROM visit CROSS JOIN LATERAL (VALUES (event_key), (view_key)) AS of_visit (key)
    WHERE excluded IS NULL AND key IS NOT NULL
    GROUP BY key),
  fresh AS (
    INSERT INTO event_key (key, at) SELECT key, at FROM wanted ORDER BY key
    ON CONFLICT (key) DO UPDATE SET at = excluded.at
    WHERE event_key.at <= excluded.at - ${EVENT_ID_MEMORY_DAYS * DAY_MS}
    RETURNING key),
  judged AS (
    SELECT *, CASE
      WHEN excluded IS NOT NULL THEN 'excluded'
      WHEN event_key IS NULL THEN 'counted'
      WHEN n = min(n) FILTER (WHERE excluded IS NULL) OVER (PARTITION BY event_key)
        AND event_key IN (SELECT key FROM fresh) THEN 'counted'
      ELSE 'repeated' END AS outcome
    FROM visit),
  counted AS (
    SELECT inviter_key, CASE WHEN is_click THEN ${DOWNLOAD} ELSE ${VIEW} END AS counter, at
    FROM judged WHERE outcome = 'counted'
    UNION ALL
    -- A click also counts the view of its page load if the view was not counted.
    SELECT inviter_key, ${VIEW}, at
    FROM judged AS click
    WHERE outcome = 'counted' AND view_key IN (SELECT key FROM fresh)
      AND NOT EXISTS (SELECT FROM judged WHERE event_key = click.view_key AND excluded IS NULL)),
  apart AS (
    INSERT INTO excluded_total (day, reason, slot, events)
    SELECT at / ${DAY_MS}, coalesce(excluded, 'repeat'), $7::integer, count(*)
    FROM judged WHERE outcome <> 'counted' GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (day, reason, slot) DO UPDATE SET events = excluded_total.events + excluded.events),
  ${saveCounts('$7')}
  SELECT n, outcome FROM judged`;

/** Stores a batch. @throws StorageUnavailable if PostgreSQL has not confirmed the commit */
export async function recordVisits(
  pool: GuardedPool,
  shard: number,
  visits: readonly InviteVisit[],
): Promise<Outcome<InviteOutcome>[]> {
  const values = [
    visits.map((visit) => visit.inviterId),
    visits.map((visit) => visit.action === 'download_clicked'),
    visits.map(({ action, eventId }) => eventId && eventKey(action, eventId)),
    visits.map(({ action, eventId }) =>
      eventId && action === 'download_clicked' ? eventKey('page_view', eventId) : undefined,
    ),
    visits.map((visit) => visit.at),
    visits.map((visit) => visit.excluded),
    shard,
  ];
  const { rows } = await pool.use((client) =>
    client.query({ name: 'record-visits', text: RECORD, values }),
  );
  const outcomes = new Map(rows.map((row) => [row['n'], row['outcome'] as InviteOutcome]));
  return visits.map((_, index) => ({ result: outcomes.get(index + 1) ?? 'unknown-inviter' }));
}
