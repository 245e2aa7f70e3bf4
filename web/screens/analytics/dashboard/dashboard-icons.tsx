import type { ReactNode } from 'react';
import type { SortOrder } from '../../../../contract/analytics.ts';

/** Icons on a 16 x 16 grid, with thinner lines than the site's. Screen readers read the name of the button or link. */
function Icon({ children, className = '' }: { children: ReactNode; className?: string }) {
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
      {children}
    </svg>
  );
}

export function RefreshIcon({ spins }: { spins: boolean }) {
  return (
    <Icon className={spins ? 'spins' : ''}>
      <path d="M13.5 8a5.5 5.5 0 1 1-1.6-3.9L13.5 5.7M13.5 2.5v3.2h-3.2" />
    </Icon>
  );
}

export function SearchIcon() {
  return (
    <Icon>
      <circle cx="7" cy="7" r="4.5" />
      <path d="m10.5 10.5 3 3" />
    </Icon>
  );
}

export function DownloadIcon() {
  return (
    <Icon>
      <path d="M8 2.5v7.25M5 7l3 3 3-3M3 13.25h10" />
    </Icon>
  );
}

export function BackIcon() {
  return (
    <Icon>
      <path d="M13 8H3M6.75 4.25 3 8l3.75 3.75" />
    </Icon>
  );
}

/** An arrow for the sort order of the chosen column, or for the order that a click would choose. */
export function SortIcon({ order, isChosen }: { order: SortOrder; isChosen: boolean }) {
  return (
    <Icon className={isChosen ? 'sort-chosen' : ''}>
      <path
        d={
          order === 'asc'
            ? 'M8 12.5v-9M4.75 6.75 8 3.5l3.25 3.25'
            : 'M8 3.5v9M4.75 9.25 8 12.5l3.25-3.25'
        }
      />
    </Icon>
  );
}
