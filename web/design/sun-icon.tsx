import { GROUND_PATH, SKY_PATH, SUN_PATH } from './sun-icon-paths.ts';

/** The product's sign alone, in the colours of the hour. Silent; the corners are the page's to round. */
export function SunIcon({ className }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path fill="var(--sky-low)" d={SKY_PATH} />
      <path fill="var(--orb)" d={SUN_PATH} />
      <path fill="var(--city)" d={GROUND_PATH} />
    </svg>
  );
}
