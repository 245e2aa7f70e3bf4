import { Counter, Gauge, Histogram, Registry } from '@prometheus-io/client';
import type { RouteHandlerMethod } from 'fastify';
import manifest from '../../package.json' with { type: 'json' };
import type { RetentionRun } from '../../storage/retention/retention.ts';
import type { AppParts, FastifyApp } from '../app-parts.ts';
import type { Connections } from '../http/connections.ts';
import { createKeyCheck } from '../http/credentials.ts';

export const METRICS_PATH = '/metrics';

/** The lowest for pages from memory, the highest for writes that wait for a slow disk. */
const BUCKETS_SECONDS = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5];
/** The one label of all unknown paths. If each had its own label, strangers could create any number of series. */
const UNKNOWN = 'unknown';

/** What other modules count. */
interface MetricSources {
  connections: Connections;
  lastRetention: () => RetentionRun | undefined;
}

/**
 * Adds `app.metrics`, to which modules add their metrics. Counts and times every answer by its call, such as
 * "GET /api/users/:id".
 *
 * @param isFile returns whether a path is a file of the build. Files are counted together, because their names change
 */
export function createMetrics(app: FastifyApp, isFile: (path: string) => boolean): void {
  const registry = new Registry();
  app.decorate('metrics', registry);
  const answers = new Counter({
    name: 'http_requests_total',
    help: 'Answered requests, by call and status.',
    labelNames: ['call', 'code'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its answer.',
    labelNames: ['call'],
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { url, method } = request.routeOptions.config;
    const call = url === undefined ? UNKNOWN : `${method} ${isFile(url) ? 'file' : url}`;
    answers.inc({ call, code: reply.statusCode });
    durations.observe({ call }, reply.elapsedTime / 1_000);
    done();
  });
}

/**
 * Serves `/metrics` for Prometheus to requests with a token; if only this machine can reach the site, to all. Other
 * requests get the same 404 as for an unknown path. The metrics need no query, so they also work while the database is
 * unavailable.
 */
export function createMetricsPage(
  app: FastifyApp,
  parts: AppParts,
  sources: MetricSources,
): RouteHandlerMethod {
  const hasToken = createKeyCheck(parts.metricsTokens);
  new Gauge({
    name: 'site_info',
    help: 'The version of the site and of Node.',
    labelNames: ['version', 'node'],
    registers: [app.metrics],
  }).set({ version: manifest.version, node: process.version }, 1);
  measureSite(app, parts, sources);

  return async (request, reply) => {
    if (!hasToken(request) && !parts.ownMachine) return reply.callNotFound();
    const { metrics } = app;
    const text = await metrics.metrics();
    return reply.type(metrics.contentType).send(text);
  };
}

function measureSite(app: FastifyApp, { storage }: AppParts, sources: MetricSources): void {
  const { connections, lastRetention } = sources;
  const { gauge, counter } = readers(app);
  gauge('http_connections', 'Open connections.', connections.open);
  gauge('http_requests_under_way', 'Requests without a complete answer.', connections.underWay);
  gauge(
    'site_retention_last_run_timestamp_seconds',
    'The start of the last successful retention.',
    () => {
      const run = lastRetention();
      return run && run.at / 1_000;
    },
  );
  const { figures } = storage;
  const waiting = 'Writes that wait for the next batch.';
  gauge('storage_writes_waiting', waiting, () => figures().writesWaiting);
  const stored = 'Writes that batches have stored on disk.';
  counter('storage_writes_total', stored, () => figures().writes);
  const batches = 'Batches of writes, each one transaction.';
  counter('storage_batches_total', batches, () => figures().batches);
  counter(
    'storage_commit_seconds_total',
    'Duration of all batches.',
    () => figures().commitSeconds,
  );
}

/** @returns functions that add a metric whose value is read at each scrape. A gauge is missing while it is undefined */
function readers(app: FastifyApp) {
  const registers = [app.metrics];
  return {
    gauge(name: string, help: string, read: () => number | undefined) {
      const collect = function (this: Gauge) {
        const value = read();
        if (value === undefined) this.remove();
        else this.set(value);
      };
      new Gauge({ name, help, registers, collect });
    },
    counter(name: string, help: string, read: () => number) {
      const collect = function (this: Counter) {
        this.reset();
        this.inc(read());
      };
      new Counter({ name, help, registers, collect });
    },
  };
}
