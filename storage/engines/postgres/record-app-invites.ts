import type { AppInvite, InviteOutcome } from '../../events.ts';
import type { Outcome } from '../group-commit.ts';
import type { GuardedPool } from './pool.ts';
import { codeOf, saveCounts } from './save-counts.ts';

/**
 * Records a batch of reports in one statement. If another copy of the program adds an invite at the same moment, the
 * invite is neither in `known` nor in `added`. Its reports then have the outcome `again`, and the statement is repeated
 * for these reports.
 */
const RECORD = `
  WITH report AS (
    SELECT r.*, inviter.key AS inviter_key
    FROM unnest($1::text[], $2::text[], $3::boolean[], $4::bigint[])
      WITH ORDINALITY AS r (user_id, invite_id, is_acceptance, at, n)
    JOIN inviter ON inviter.user_id = r.user_id),
  known AS (
    SELECT invite_id, inviter_key, accepted FROM app_invite
    WHERE invite_id IN (SELECT invite_id FROM report) ORDER BY invite_id FOR UPDATE),
  first AS (
    SELECT DISTINCT ON (invite_id) invite_id, inviter_key FROM report
    WHERE invite_id NOT IN (SELECT invite_id FROM known) ORDER BY invite_id, n),
  added AS (
    INSERT INTO app_invite (invite_id, inviter_key, accepted)
    SELECT invite_id, inviter_key, max(is_acceptance::integer)
    FROM first JOIN report USING (invite_id, inviter_key) GROUP BY 1, 2 ORDER BY 1
    ON CONFLICT (invite_id) DO NOTHING
    RETURNING invite_id, inviter_key),
  accepted AS (
    UPDATE app_invite SET accepted = 1 FROM known
    WHERE app_invite.invite_id = known.invite_id AND known.accepted = 0
      AND EXISTS (
        SELECT FROM report WHERE is_acceptance
          AND invite_id = known.invite_id AND inviter_key = known.inviter_key)),
  before AS (
    SELECT invite_id, inviter_key, true AS is_sent, accepted = 1 AS is_accepted FROM known
    UNION ALL
    SELECT invite_id, inviter_key, false, false FROM added),
  judged AS (
    SELECT report.*, before.inviter_key <> report.inviter_key AS is_others,
      NOT is_sent AND n = min(n) OVER own AS is_first,
      NOT is_accepted AND is_acceptance
        AND n = min(n) FILTER (WHERE is_acceptance) OVER own AS is_first_acceptance
    FROM report JOIN before USING (invite_id)
    WINDOW own AS (PARTITION BY invite_id, report.inviter_key)),
  counted AS (
    -- An acceptance also counts as a sent invite if the sending was not reported.
    SELECT inviter_key, ${codeOf('invites_sent')} AS counter, at
    FROM judged WHERE is_first AND NOT is_others
    UNION ALL
    SELECT inviter_key, ${codeOf('invites_accepted')}, at
    FROM judged WHERE is_first_acceptance AND NOT is_others),
  ${saveCounts('$5')}
  SELECT n, CASE
    WHEN is_others THEN 'other-inviter'
    WHEN is_first OR is_first_acceptance THEN 'counted'
    ELSE 'repeated' END AS outcome
  FROM judged
  UNION ALL
  SELECT n, 'again' FROM report WHERE invite_id NOT IN (SELECT invite_id FROM before)`;

/** Stores a batch of lists. @throws StorageUnavailable if PostgreSQL has not confirmed the commit */
export async function recordAppInvites(
  pool: GuardedPool,
  shard: number,
  batch: readonly (readonly AppInvite[])[],
): Promise<Outcome<InviteOutcome[]>[]> {
  const outcomes = await recordAll(pool, shard, batch.flat());
  let next = 0;
  return batch.map((list) => {
    const from = next;
    next += list.length;
    return { result: outcomes.slice(from, next) };
  });
}

async function recordAll(
  pool: GuardedPool,
  shard: number,
  invites: readonly AppInvite[],
): Promise<InviteOutcome[]> {
  const values = [
    invites.map((invite) => invite.inviterId),
    invites.map((invite) => invite.inviteId),
    invites.map((invite) => invite.action === 'accepted'),
    invites.map((invite) => invite.at),
    shard,
  ];
  const { rows } = await pool.use((client) =>
    client.query({ name: 'record-app-invites', text: RECORD, values }),
  );
  const outcomes: InviteOutcome[] = invites.map(() => 'unknown-inviter');
  const again: number[] = [];
  for (const { n, outcome } of rows) {
    if (outcome === 'again') again.push(Number(n) - 1);
    else outcomes[Number(n) - 1] = outcome as InviteOutcome;
  }
  if (again.length === 0) return outcomes;
  again.sort((one, other) => one - other);
  const left = again.flatMap((index) => invites[index] ?? []);
  const late = await recordAll(pool, shard, left);
  for (const [position, index] of again.entries()) {
    outcomes[index] = late[position] ?? 'unknown-inviter';
  }
  return outcomes;
}
