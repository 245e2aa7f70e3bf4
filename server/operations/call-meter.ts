import type { App } from '../app-parts.ts';
import type { Metric, Sample } from '../metric.ts';

/** Upper limits of the buckets: the lowest for pages from memory, the highest for writes that wait for a slow disk. */
const BUCKETS_MS = [1, 5, 25, 100, 500, 2_500];
/** The one label of all unknown paths. If each had its own label, strangers could create any number of series. */
const UNKNOWN = 'unknown';

/** The answers of one call. */
class CallMeter {
  readonly statuses = new Map<number, number>();
  /** Answers per bucket, not cumulative. The last one counts the answers above the highest limit. */
  readonly buckets = new Array<number>(BUCKETS_MS.length + 1).fill(0);
  milliseconds = 0;

  count(status: number, milliseconds: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    this.milliseconds += milliseconds;
    let bucket = 0;
    while (milliseconds > (BUCKETS_MS[bucket] ?? Number.POSITIVE_INFINITY)) bucket++;
    this.buckets[bucket] = (this.buckets[bucket] ?? 0) + 1;
  }
}

/** The route of an answer. Pass the same object for all answers of a route, because it is the key of their meter. */
type RouteConfig = { readonly url?: string; readonly method?: string | string[] };

export interface AnswerMeter {
  /** Counts an answer that was not sent by Fastify. */
  count(route: RouteConfig, status: number, milliseconds: number): void;
  measure(): Metric[];
}

/**
 * Counts and times every answer by its call, such as "GET /api/users/:id".
 *
 * @param isFile tells whether a path is a file of the build. Files are counted together, because their names change
 */
export function meterCalls(app: App, isFile: (path: string) => boolean): AnswerMeter {
  const meters = new Map<string, CallMeter>();
  // Each route has one `config` object. A lookup by this object is faster than making the call's name.
  const metersOfRoutes = new Map<object, CallMeter>();

  app.addHook('onResponse', (request, reply, done) => {
    count(request.routeOptions.config, reply.statusCode, reply.elapsedTime);
    done();
  });

  function count(route: RouteConfig, status: number, milliseconds: number): void {
    let meter = metersOfRoutes.get(route);
    if (!meter) {
      meter = meterOf(nameOf(route));
      metersOfRoutes.set(route, meter);
    }
    meter.count(status, milliseconds);
  }

  function meterOf(name: string): CallMeter {
    const meter = meters.get(name) ?? new CallMeter();
    meters.set(name, meter);
    return meter;
  }

  function nameOf({ url, method }: RouteConfig): string {
    if (url === undefined) return UNKNOWN;
    return `${method} ${isFile(url) ? 'file' : url}`;
  }

  const measure = (): Metric[] => [
    {
      name: 'http_requests_total',
      help: 'Answered requests, by call and status.',
      type: 'counter',
      samples: [...meters].flatMap(([call, { statuses }]) =>
        [...statuses].map(([code, value]) => ({ labels: { call, code: String(code) }, value })),
      ),
    },
    {
      name: 'http_request_duration_seconds',
      help: 'Time from the head of a request to the end of its answer.',
      type: 'histogram',
      samples: [...meters].flatMap(([call, meter]) => histogram(call, meter)),
    },
  ];
  return { count, measure };
}

/** Prometheus histograms are cumulative: each bucket includes the smaller ones. */
function histogram(call: string, { buckets, milliseconds }: CallMeter): Sample[] {
  let value = 0;
  const samples: Sample[] = buckets.map((count, index) => {
    value += count;
    const bound = BUCKETS_MS[index];
    const le = bound === undefined ? '+Inf' : String(bound / 1_000);
    return { suffix: '_bucket', labels: { call, le }, value };
  });
  return [
    ...samples,
    { suffix: '_sum', labels: { call }, value: milliseconds / 1_000 },
    { suffix: '_count', labels: { call }, value },
  ];
}
