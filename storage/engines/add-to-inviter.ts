import { counters } from '../counters.ts';

/** The columns of `inviter_total`. */
export const inviterColumns = ['inviter_key', ...counters, 'brought_views'].join(', ');

/**
 * The end of an INSERT of `inviterColumns`: if the inviter already has a row, it adds the new row to it. If the sum
 * has more downloads than page views, it adds the missing page views, and stores how many in `brought_views`. It is one
 * statement, because copies of the program may count for one inviter at the same time.
 *
 * The caller has already added page views to the new row until it has as many as downloads, and has stored how many in
 * its `brought_views`. Of these, only those are added that the sum also needs.
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
