import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RetentionRun } from '../../storage/interface/retention.ts';
import type { Storage } from '../../storage/storage.ts';
import type { LiveVersion } from '../analytics/live-version.ts';
import type { App, AppParts } from '../app-parts.ts';
import type { Connections } from '../http/connections.ts';
import { localCheck } from '../http/forwarding.ts';
import { createKeyCheck } from '../http/key-check.ts';
import type { VisitMeter } from '../invites/visit-meter.ts';
import { METRICS_TYPE, type Metric, toMetricsText } from '../metric.ts';
import type { OpenWaitlist } from '../waitlist/open-waitlist.ts';
import type { AnswerMeter } from './call-meter.ts';
import { meterProcess } from './process-meter.ts';

export const METRICS_PATH = '/metrics';

/** The sources of the metrics. */
interface MetricSources {
  answers: AnswerMeter;
  connections: Connections;
  waitlist: Pick<OpenWaitlist, 'measure'>;
  visits: VisitMeter;
  shed: ReadonlyMap<string, number>;
  live: LiveVersion;
  lastRetention: () => RetentionRun | undefined;
}

/**
 * Serves `/metrics` for Prometheus to requests with a token and to requests from this machine. All other requests get
 * the same 404 as for an unknown path. The metrics need no query, so they also work while the database is unavailable.
 */
export async function registerMetrics(
  app: App,
  parts: AppParts,
  sources: MetricSources,
): Promise<void> {
  const version = await readVersion();
  const hasToken = createKeyCheck(parts.metricsTokens);
  const isLocal = localCheck(parts);
  const measureProcess = meterProcess(app);

  app.get(METRICS_PATH, { config: { isSecret: true } }, (request, reply) => {
    if (!hasToken(request) && !isLocal(request)) return reply.callNotFound();
    const text = toMetricsText([
      single('site_info', 'The version of the site and of Node.', 'gauge', 1, {
        version,
        node: process.version,
      }),
      ...sources.answers.measure(),
      ...measureSite(sources),
      ...measureStorage(parts.storage),
      ...measureProcess(),
    ]);
    return reply.headers({ 'cache-control': 'no-store', 'content-type': METRICS_TYPE }).send(text);
  });
}

async function readVersion(): Promise<string> {
  const manifest = await readFile(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8');
  return String(JSON.parse(manifest).version);
}

function measureSite(sources: MetricSources): Metric[] {
  const { connections, waitlist, visits, shed, live, lastRetention } = sources;
  const run = lastRetention();
  const retention = 'site_retention_last_run_timestamp_seconds';
  return [
    single('http_connections', 'Open connections.', 'gauge', connections.open()),
    single(
      'http_connections_closed_total',
      'Connections that were closed to make room for new ones.',
      'counter',
      connections.closed(),
    ),
    single(
      'http_requests_under_way',
      'Requests without a complete answer, including live streams.',
      'gauge',
      connections.underWay(),
    ),
    visits.measure(),
    ...waitlist.measure(),
    {
      name: 'http_requests_shed_total',
      help: 'Requests that were refused immediately because of overload.',
      type: 'counter',
      samples: [...shed].map(([call, value]) => ({ labels: { call }, value })),
    },
    single('site_live_watchers', 'Dashboards with a live connection.', 'gauge', live.watchers),
    ...(run
      ? [single(retention, 'The start of the last successful retention.', 'gauge', run.at / 1_000)]
      : []),
  ];
}

function measureStorage(storage: Storage): Metric[] {
  const { writesWaiting, writes, batches, commitSeconds } = storage.figures();
  return [
    single(
      'storage_writes_waiting',
      'Writes that wait for the next batch.',
      'gauge',
      writesWaiting,
    ),
    single('storage_writes_total', 'Writes that batches have stored on disk.', 'counter', writes),
    single('storage_batches_total', 'Batches of writes, each one transaction.', 'counter', batches),
    single('storage_commit_seconds_total', 'Duration of all batches.', 'counter', commitSeconds),
  ];
}

function single(
  name: string,
  help: string,
  type: Metric['type'],
  value: number,
  labels: Readonly<Record<string, string>> = {},
): Metric {
  return { name, help, type, samples: [{ value, labels }] };
}
