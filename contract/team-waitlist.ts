/** Constants of what admins see of the waitlist, which browser and server both load. */

export const ADDRESSES_PER_PAGE = 25;
/**
 * `place` lists only people who have confirmed, because others have no position; `newest` lists the last `MAX_NEWEST`
 * sign-ups. A search is always in the order `address`.
 */
export const addressOrders = ['place', 'newest', 'address'] as const;
export type AddressOrder = (typeof addressOrders)[number];
/** With more, a page far from the first would keep the thread for reports busy for seconds. */
export const MAX_NEWEST = 1_000;

/** Letters of one state are counted up to this number, because millions may wait. */
export const MAX_LETTERS_COUNTED = 1_000;
/** How many acts the dashboard shows; `./site audit` prints all. */
export const ACTS_SHOWN = 100;
