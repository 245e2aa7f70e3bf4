/** A path without a page, which is answered with the 404 page. */
export const MISSING_PAGE = '/no-such-page';
