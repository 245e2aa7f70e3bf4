/** The heading of every coming-soon page (spec §2). */
export const COMING_SOON = 'Coming Soon';
