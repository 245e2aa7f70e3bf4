import { questions } from './dashboard.ts';

const MAX_P99_MS = 20;
const KINDS = {
  page: "a visitor's page",
  view: "a visitor's view",
  baseline: 'a page of the plain server',
};

export interface Percentiles {
  p50: number;
  p99: number;
}

export interface Waits {
  page: Percentiles;
  view: Percentiles;
  /** A page of the plain server. If this rises too, the processors were busy. */
  baseline: Percentiles;
  refused: number;
}

export interface Figures {
  fillSeconds: number;
  /** Milliseconds until the first answer of the dashboard after a start. */
  firstRead: number;
  reads: Record<string, Percentiles>;
  csv: { firstByte: number; total: number; megabytes: number };
  visitors: Record<'alone' | 'withAdmins', Waits>;
  /** Memory of the process in MB: before the first read of a dashboard, and the maximum. Undefined without /proc. */
  memory: { before: number; most: number } | undefined;
}

/** Prints a column for each size. The exit code is 1 if the p99 of the dashboard's pages is above MAX_P99_MS. */
export function printTable(
  title: string,
  figures: Record<string, Figures>,
  say: (line: string) => void,
): void {
  const all = Object.values(figures);
  const row = (title: string, value: (of: Figures) => string | undefined) =>
    say(`  ${title.padEnd(44)}${all.map((of) => (value(of) ?? '?').padStart(16)).join('')}`);
  const both = ({ p50, p99 }: Percentiles) => `${p50.toFixed(1)} / ${p99.toFixed(1)}`;
  say(`\n${title}; milliseconds, p50 / p99`);
  say(
    `  ${'events'.padEnd(44)}${Object.keys(figures)
      .map((size) => size.padStart(16))
      .join('')}`,
  );
  row('filling the database, in seconds', ({ fillSeconds }) => fillSeconds.toFixed(0));
  row('first read of the dashboard', ({ firstRead }) => firstRead.toFixed(0));
  for (const name of Object.keys(questions)) {
    row(name, ({ reads }) => reads[name] && both(reads[name]));
  }
  row(
    'CSV of all: first byte / complete',
    ({ csv }) => `${csv.firstByte.toFixed(0)} / ${csv.total.toFixed(0)}`,
  );
  for (const [kind, title] of Object.entries(KINDS)) {
    const of = (waits: Waits) => both(waits[kind as keyof typeof KINDS]);
    row(`${title}, no dashboard open`, ({ visitors }) => of(visitors.alone));
    row(`${title}, with 20 admins`, ({ visitors }) => of(visitors.withAdmins));
  }
  row(
    'refused visitors, without and with admins',
    ({ visitors }) => `${visitors.alone.refused} / ${visitors.withAdmins.refused}`,
  );
  row(
    'memory in MB, before dashboards / the most',
    ({ memory }) => memory && `${memory.before.toFixed(0)} / ${memory.most.toFixed(0)}`,
  );
  const slow = all.some(({ reads }) => Object.values(reads).some(({ p99 }) => p99 > MAX_P99_MS));
  say(`  the p99 of the dashboard's pages: ${slow ? 'ABOVE' : 'not above'} ${MAX_P99_MS} ms`);
  if (slow) process.exitCode = 1;
}
