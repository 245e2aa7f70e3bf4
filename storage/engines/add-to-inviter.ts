import { counters } from '../counters.ts';

/** The columns of `inviter_total`. */
export const inviterColumns = ['inviter_key', ...counters, 'brought_views'].join(', ');

/**
 * The end of an INSERT of `inviterColumns`: adds the row to the stored one. Where the sum has more downloads than
 * page views, it adds the missing page views, and stores their number in `brought_views`. One statement, because
 * copies of the program may count for one inviter at the same time.
 *
 * The added row, too, has no more downloads than page views. Its own `brought_views` are among its page views, and
 * are added only as far as the sum needs them.
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
