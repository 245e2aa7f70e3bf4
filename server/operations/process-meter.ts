import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { App } from '../app-parts.ts';
import type { Metric, Sample } from '../metric.ts';

const RESOLUTION_MS = 20;
/** Each scrape gets the delays of the last full period. If Prometheus scrapes less often, it misses periods. */
const DELAYS_OF_MS = 60_000;
const QUANTILES = [0.5, 0.99, 1];

/** Measures the process while the app runs. @returns a function that gives the metrics */
export function meterProcess(app: App): () => Metric[] {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  let lastMinute: Sample[] | undefined;
  const rotate = setInterval(() => {
    lastMinute = read();
    delays.reset();
  }, DELAYS_OF_MS);
  rotate.unref();
  app.addHook('onClose', async () => {
    clearInterval(rotate);
    delays.disable();
  });

  function read(): Sample[] {
    return QUANTILES.map((quantile) => {
      const milliseconds = delays.count > 0 ? delays.percentile(quantile * 100) / 1e6 : 0;
      // The histogram has the times between two ticks of its timer. Only the excess over the timer's interval is delay.
      const value = Math.max(0, milliseconds - RESOLUTION_MS) / 1_000;
      return { labels: { quantile: String(quantile) }, value };
    });
  }

  return () => {
    const { rss, heapUsed } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    return [
      {
        name: 'nodejs_eventloop_delay_seconds',
        help: 'The delay of the event loop in the last full minute; quantile 1 is the longest.',
        type: 'summary',
        samples: lastMinute ?? read(),
      },
      {
        name: 'nodejs_eventloop_active_seconds_total',
        help: 'Time in which the event loop was busy.',
        type: 'counter',
        samples: [{ value: performance.eventLoopUtilization().active / 1_000 }],
      },
      {
        name: 'nodejs_heap_used_bytes',
        help: 'Memory that JavaScript uses.',
        type: 'gauge',
        samples: [{ value: heapUsed }],
      },
      {
        name: 'process_resident_memory_bytes',
        help: 'Memory of the whole process.',
        type: 'gauge',
        samples: [{ value: rss }],
      },
      {
        name: 'process_cpu_seconds_total',
        help: 'Processor time of all threads.',
        type: 'counter',
        samples: [{ value: (user + system) / 1e6 }],
      },
      {
        name: 'process_start_time_seconds',
        help: 'The start time of the process, since 1970 UTC.',
        type: 'gauge',
        samples: [{ value: performance.timeOrigin / 1_000 }],
      },
    ];
  };
}
