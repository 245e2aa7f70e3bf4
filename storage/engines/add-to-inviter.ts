import { counters } from '../counters.ts';

/** What a row of the counts of an inviter is made of. */
export const inviterColumns = ['inviter_key', ...counters, 'brought_views'].join(', ');

/**
 * The end of an INSERT of `inviterColumns`: adds the row to the one that is stored, and as many page views
 * as are missing for there to be no more downloads than page views. It says in `brought_views` how many.
 * All of it is one statement, because copies of the program may count for one inviter at the same time.
 *
 * The row that is added has no more downloads than page views either; its own `brought_views` are among
 * its page views, and are added only where they are still missing in the sum.
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
