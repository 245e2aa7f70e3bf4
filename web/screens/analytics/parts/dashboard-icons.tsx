import type { SortOrder } from '../../../../contract/analytics.ts';

/** Icons on a 16 x 16 grid, with thinner lines than the site's. Screen readers read the name of the button or link. */
function Icon({ path, className = '' }: { path: string; className?: string }) {
  return (
    <svg
      className={`small-icon ${className}`}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={path} />
    </svg>
  );
}

export function RefreshIcon({ spins }: { spins: boolean }) {
  const path = 'M13.5 8a5.5 5.5 0 1 1-1.6-3.9L13.5 5.7M13.5 2.5v3.2h-3.2';
  return <Icon className={spins ? 'spins' : ''} path={path} />;
}

export const SearchIcon = () => (
  <Icon path="M2.5 7a4.5 4.5 0 1 0 9 0 4.5 4.5 0 1 0-9 0m8 3.5 3 3" />
);

export const DownloadIcon = () => <Icon path="M8 2.5v7.25M5 7l3 3 3-3M3 13.25h10" />;

export const BackIcon = () => <Icon path="M13 8H3M6.75 4.25 3 8l3.75 3.75" />;

/** An arrow for the sort order of the chosen column, or for the order that a click would choose. */
export function SortIcon({ order, isChosen }: { order: SortOrder; isChosen: boolean }) {
  const up = 'M8 12.5v-9M4.75 6.75 8 3.5l3.25 3.25';
  const down = 'M8 3.5v9M4.75 9.25 8 12.5l3.25-3.25';
  return <Icon className={isChosen ? 'sort-chosen' : ''} path={order === 'asc' ? up : down} />;
}
