import { callSchemas } from '../contract/schemas/calls.ts';
import { TWILIO_SETTINGS } from '../testing/fakes/twilio-settings.ts';
import { startServer } from '../testing/server-process.ts';
import { flood } from './load/flood.ts';
import { installedProxies, proxyVariants, startProxy } from './network/proxies.ts';
import { expectFailure, type Proof, require } from './proof.ts';

const { max } = callSchemas.joinWaitlist.limit;
/** Enough to exceed the limit. */
const ASKED = 2 * max;
/** All of 127.0.0.0/8 is this machine, so each client can have a different address. */
const CLIENTS = '127.0.2.';
const DISCONNECTING = 60;
const targets = ['/invite?ref=canary-ref', '/invite/canary-id', '/?search=canary-search'];
const SECRETS = ['canary-ref', 'canary-search', 'canary-id', CLIENTS];

/** Headers with which a client may claim another address. */
const claims: readonly ((address: string) => string)[] = [
  (address) => `X-Forwarded-For: ${address}`,
  (address) => `x-forwarded-for: ${address}, ${address}`,
  (address) => `X-Forwarded-For: ${address}, 127.0.0.1`,
  (address) => `X-Forwarded-For: ${address}\r\nX-Forwarded-For: ${address}`,
  (address) => `X-Forwarded-For: ::ffff:${address}`,
  (address) => `X-Forwarded-For: "${address}:80"`,
  (address) => `Forwarded: for=${address}`,
  (address) => `Forwarded: for="[::ffff:${address}]";proto=https`,
  (address) => `X-Real-IP: ${address}`,
  (address) => `X-Client-IP: ${address}\r\nTrue-Client-IP: ${address}`,
  (address) => `CF-Connecting-IP: ${address}\r\nX-Cluster-Client-IP: ${address}`,
];

export const noForgedAddresses: Proof = {
  id: 'O7',
  promise:
    'No client can avoid a limit by claiming other addresses, or use up the limit of another client, directly or through a proxy; the proxy’s logs contain no address.',
  variants: proxyVariants,
  run: (variant) => impersonate(variant, '127.0.0.1'),
  control: {
    without: 'an exact list of proxies; in a second run, the log format of deploy/',
    async run(variant) {
      const trusted = await expectFailure(/were accepted/, () =>
        impersonate(variant, '127.0.0.0/8'),
      );
      if (!installedProxies.includes(variant)) return trusted;
      const logged = await expectFailure(/^The log of the proxy has this/, () =>
        impersonate(variant, '127.0.0.1', logEverything),
      );
      return `${trusted} ${logged}`;
    },
  },
};

function logEverything(text: string): string {
  return text.replace(/^( *access_log .*) impromptu;$/m, '$1;').replace(/^\t*request>.*$/gm, '');
}

async function impersonate(
  variant: string,
  trusted: string,
  change?: (text: string) => string,
): Promise<string> {
  const server = await startServer({
    env: {
      TRUSTED_PROXIES: trusted,
      PUBLIC_URL: 'https://impromptu.example',
      ...TWILIO_SETTINGS,
    },
  });
  const proxy = await startProxy(variant, [server.url], change);
  try {
    await forge(Number(new URL(server.url).port), 10);
    await forge(proxy.port, 20);
    for (let n = 0; n < DISCONNECTING; n++) {
      const target = targets[n % targets.length] ?? '';
      // The client disconnects as soon as it has the status line.
      await flood(proxy.port, 1, () => requestTo(proxy.port, 'GET', target), `${CLIENTS}30`);
    }
    const log = await proxy.log();
    const leak = log.split('\n').find((line) => SECRETS.some((secret) => line.includes(secret)));
    require(leak === undefined, `The log of the proxy has this: ${leak}`);
    return `${max} of ${ASKED} calls of one client under ${ASKED} addresses were accepted; of ${ASKED} calls that claimed the address of another client none counted for the other client; the same without the proxy; no address in ${log.split('\n').length} lines of the proxy's log`;
  } finally {
    await proxy.stop();
    await server.stop();
  }
}

/**
 * Checks that a client which claims many addresses reaches its limit, and that a client which claims another client's
 * address does not use up that client's limit.
 *
 * @param first the last byte of the first client's address; two other clients have the next two addresses
 */
async function forge(port: number, first: number): Promise<void> {
  const [forger, framer, target] = [first, first + 1, first + 2].map((n) => CLIENTS + n);
  const others = await flood(
    port,
    ASKED,
    (n) => signUp(port, n, `10.1.${n >> 8}.${n & 255}`),
    forger,
  );
  const passed = others.get(415) ?? 0;
  require(passed === max, `${passed} of ${ASKED} calls under other addresses were accepted.`);
  await flood(port, ASKED, (n) => signUp(port, n, String(target)), framer);
  const answers = await flood(port, 1, () => requestTo(port, 'POST', '/api/waitlist'), target);
  require(answers.get(415) === 1, 'A client was refused because another one claimed its address.');
}

/** The limit counts a call before its content type is refused with 415. */
function signUp(port: number, n: number, address: string): string {
  return requestTo(port, 'POST', '/api/waitlist', `${claims[n % claims.length]?.(address)}\r\n`);
}

function requestTo(port: number, method: string, target: string, more = ''): string {
  const body =
    method === 'POST' ? 'content-type: text/plain\r\ncontent-length: 1\r\n\r\nx' : '\r\n';
  return `${method} ${target} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${more}${body}`;
}
