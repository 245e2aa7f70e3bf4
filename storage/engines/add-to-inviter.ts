import { counters } from '../events.ts';

/** The columns of `inviter_total`. */
export const inviterColumns = ['inviter_key', ...counters, 'brought_views'].join(', ');

/**
 * The end of an INSERT of `inviterColumns`. If the inviter already has a row, the new row is added to that row. If the
 * sum has more downloads than page views, the missing page views are added, and their number is stored in
 * `brought_views`. One statement does this, because copies of the program may count for one inviter at the same time.
 *
 * If the new row had fewer page views than downloads, the caller has already added the missing page views to it, and
 * has stored their number in its `brought_views`. In the sum, fewer page views may be missing, because the existing row
 * may have more page views than downloads. So the statement first subtracts the new row's `brought_views` from the sum,
 * and then computes the number of missing page views again.
 *
 * @param greatest the engine's function for the greatest of several values
 */
export function addToInviter(greatest: string): string {
  const seen = 'inviter_total.page_views + excluded.page_views - excluded.brought_views';
  const brought = `${greatest}(inviter_total.downloads + excluded.downloads - (${seen}), 0)`;
  const sums = counters
    .filter((counter) => counter !== 'page_views')
    .map((counter) => `${counter} = inviter_total.${counter} + excluded.${counter}`);
  return `ON CONFLICT (inviter_key) DO UPDATE SET
    page_views = ${seen} + ${brought}, brought_views = ${brought}, ${sums.join(', ')}
    RETURNING inviter_key, brought_views`;
}
