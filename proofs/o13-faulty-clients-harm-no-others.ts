import { setTimeout as wait } from 'node:timers/promises';
import { TWILIO_SETTINGS } from '../testing/fakes/twilio-settings.ts';
import { type ServerProcess, startServer } from '../testing/server-process.ts';
import { sendFaults } from './network/faulty-clients.ts';
import {
  installedProxies,
  proxyVariants,
  requireInstalled,
  startProxy,
} from './network/proxies.ts';
import { expectFailure, type Proof, require } from './proof.ts';
import { weakening, withWeakened } from './weakened-program.ts';

const SECONDS = 60;
const CONTROL_SECONDS = 10;
const VISIT_EVERY_MS = 50;
const COPIES = 2;

interface Attack {
  seconds: number;
  /** Changes the proxy's configuration. */
  change?: (text: string) => string;
  program?: string;
}

const LINGER = 'export function lingerAfterAnswers(server: Server): void {';
const CLOSING_AT_ONCE = weakening(
  'server/http/lingering-close.ts',
  LINGER,
  `${LINGER}\n  if (server) return;`,
);

export const faultyClientsHarmNoOthers: Proof = {
  id: 'O13',
  promise:
    'Behind the proxies in deploy/, bodies that are too large and clients that disconnect early do not make requests of other visitors fail.',
  variants: proxyVariants,
  async run(variant) {
    const shipped = await attack(variant, { seconds: SECONDS });
    const unbounded = await attack(variant, { seconds: CONTROL_SECONDS, change: withoutBounds });
    return `${shipped}; behind a proxy that does not bound bodies ${unbounded}`;
  },
  control: {
    without:
      'all three protections (the site reads bodies to their end, the proxy limits the size of bodies, and the proxy still uses copies that have just failed)',
    variants: installedProxies,
    run: (variant) =>
      withWeakened(CLOSING_AT_ONCE, (program) =>
        expectFailure(/got another answer|got 502/, () =>
          attack(variant, { seconds: CONTROL_SECONDS, program, change: withoutBoundsAndRetry }),
        ),
      ),
  },
};

function withoutBounds(text: string): string {
  return text
    .replace(/client_max_body_size \w+;/g, 'client_max_body_size 2m;')
    .replace(/^\trespond .*$/gm, '');
}

function withoutBoundsAndRetry(text: string): string {
  return withoutBounds(text).replace(/^.* backup;\n/gm, '');
}

async function attack(variant: string, { seconds, change, program }: Attack): Promise<string> {
  requireInstalled(variant);
  const servers: ServerProcess[] = [];
  while (servers.length < COPIES) servers.push(await startCopy(program));
  const urls = servers.map(({ url }) => url);
  const proxy = await startProxy(variant, urls, change);
  try {
    const faulty = sendFaults(proxy.port, seconds, (n) => `127.0.1.${(n % 200) + 1}`);
    const visits = await visit(`http://127.0.0.1:${proxy.port}`, faulty);
    const answers = await faulty;
    const total = sum(answers);
    const seen = [...answers].toSorted().map(([status, count]) => `${count} × ${status}`);
    const figures = `${total} faulty requests in ${seconds} s (${seen.join(', ')}), ${sum(visits)} requests of visitors`;
    const failed = sum(visits) - (visits.get('200') ?? 0);
    const otherwise = [...visits.keys()].filter((status) => status !== '200').join(', ');
    require(failed ===
      0, `${failed} requests of visitors got another answer than 200 (${otherwise}): ${figures}`);
    require(!answers.has('502'), `Faulty requests got 502: ${figures}`);
    return `${figures}, all requests of visitors answered 200`;
  } finally {
    await proxy.stop();
    await Promise.all(servers.map((server) => server.stop()));
  }
}

function startCopy(program: string | undefined): Promise<ServerProcess> {
  const env = {
    TRUSTED_PROXIES: '127.0.0.1',
    PUBLIC_URL: 'https://impromptu.example',
    APP_API_KEYS: 'a-key-of-the-back-end-for-this-proof',
    ...TWILIO_SETTINGS,
  };
  return startServer({ engine: 'SQLite', env, ...(program && { program }) });
}

/** Requests pages, and signs up with every tenth request, until the attack is over. */
async function visit(url: string, until: Promise<unknown>): Promise<Map<string, number>> {
  const statuses = new Map<string, number>();
  let isOver = false;
  until.finally(() => {
    isOver = true;
  });
  for (let n = 0; !isOver; n++, await wait(VISIT_EVERY_MS)) {
    // At most two sign-ups a second, which is below the limit of one address, 300 a minute.
    const answer = n % 10 === 0 ? signUp(url, n) : fetch(url);
    const status = await answer.then(
      async (response) => {
        await response.arrayBuffer();
        return String(response.status);
      },
      () => 'none',
    );
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  return statuses;
}

function signUp(url: string, n: number): Promise<Response> {
  return fetch(`${url}/api/waitlist`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `visitor-${n}@example.com` }),
  });
}

function sum(counts: ReadonlyMap<string, number>): number {
  return counts.values().reduce((total, count) => total + count, 0);
}
