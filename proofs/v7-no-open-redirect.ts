import { ANALYTICS_PATH, INVITE_PATH, listedScreens } from '../contract/screens.ts';
import { WAITING_LETTERS } from '../testing/letters-site.ts';
import {
  ELSEWHERE,
  offSiteAddresses,
  redirectParameters,
} from '../testing/requests/off-site-addresses.ts';
import { startServer } from '../testing/server-process.ts';
import { prepareCredentials } from './fuzz/fuzz-credentials.ts';
import {
  type AlteredRequest,
  type Answered,
  Asker,
  putInEveryPlace,
} from './fuzz/text-in-every-place.ts';
import { expectFailure, type Proof, require } from './proof.ts';
import { weakening, withWeakened } from './weakened-program.ts';

const KEY = 'a-key-of-the-back-end-for-the-redirects';
const pages = [...Object.values(listedScreens), INVITE_PATH, ANALYTICS_PATH];
/** Each page, with and without a slash at the end of its path: some pages redirect to the path without the slash. */
const PAGES = pages.flatMap((path) => [path, `${path}/`]);
/** Elements that link, redirect or submit to an address. */
const LEADING = /<(?:a|area|base|form|meta|iframe)\b[^>]*>/gi;

const REDIRECTING = weakening(
  'server/invites/invite-page.ts',
  'const fromMemory = { path: INVITE_PATH, answer };',
  `const fromMemory = { path: 'no path', answer };
  app.addHook('onRequest', async (request, reply) => {
    const next = new URL(request.url, 'http://x').searchParams.get('next');
    if (next) return reply.redirect(next);
  });`,
);

export const noOpenRedirect: Proof = {
  id: 'V7',
  promise: 'No address in a request becomes a link or a redirect to another site.',
  run: () => askForRedirects(offSiteAddresses),
  control: {
    without:
      'the rule that no parameter becomes a redirect: the site redirects to the parameter `next`',
    run: askWeakened,
  },
};

/** Runs the check with an invite page that redirects to a parameter. The check must fail. */
export function askWeakened(): Promise<string> {
  return withWeakened(REDIRECTING, (program) =>
    expectFailure(/links to/, () => askForRedirects(offSiteAddresses.slice(0, 1), program)),
  );
}

/**
 * Sends each address in each place of every request. The same check in a browser: `browser-tests/off-site.spec.ts`.
 *
 * @returns the number of requests
 * @throws when an answer links or redirects to another site
 */
export async function askForRedirects(
  addresses: readonly string[],
  program?: string,
): Promise<string> {
  const env = { RATE_LIMITS: 'off', APP_API_KEYS: KEY, ...WAITING_LETTERS };
  const server = await startServer({ env, ...(program && { program }) });
  const asker = new Asker(server.url);
  const ask = async (request: AlteredRequest) => {
    const where = findOffSite(await asker.ask(request));
    require(where ===
      undefined, `${request.method} ${request.path}, ${request.where}, links to ${where}`);
  };
  try {
    const credentials = await prepareCredentials(server, { key: KEY, https: false }, 1);
    let asked = 0;
    for (const address of addresses) {
      const requests = [...putInEveryPlace(address, credentials), ...askPages(address)];
      await Promise.all(requests.map(ask));
      asked += requests.length;
    }
    return `${addresses.length} addresses in ${asked.toLocaleString('en')} requests: 0 links or redirects to another site`;
  } finally {
    asker.close();
    await server.stop();
  }
}

/** Requests every page with each parameter that is often used for redirects, and the address itself as a path. */
function* askPages(address: string): Generator<AlteredRequest> {
  for (const path of PAGES) {
    for (const name of redirectParameters) {
      yield { method: 'GET', path, query: { [name]: address }, where: name };
    }
  }
  const path = address.replace(/[^\x21-\x7e]/g, (character) => encodeURIComponent(character));
  for (const method of ['GET', 'HEAD', 'POST']) {
    yield { method, path: path.startsWith('/') ? path : `/${path}`, where: 'path' };
    if (path.startsWith('http://')) yield { method, path, where: 'whole address' };
  }
}

/** @returns the link or redirect to another site in an answer, if there is one */
function findOffSite({ location, refresh, body }: Answered): string | undefined {
  if (refresh !== undefined) return refresh;
  if (location !== undefined && !PAGES.includes(location.split('?', 1)[0] ?? '')) return location;
  const elements = body.startsWith('<!') ? (body.match(LEADING) ?? []) : [];
  return elements.find((element) => isOffSite(element));
}

/** Only an attribute with an address of the other site counts. The name of that site in a text is not a link. */
function isOffSite(element: string): boolean {
  const written = /\b(?:href|action|src|url)\s*=\s*["']?([^"'>\s]*)/gi;
  return [...element.matchAll(written)].some(([, address = '']) => {
    const url = URL.parse(address.replaceAll('&amp;', '&'), 'https://impromptu.example/');
    return url?.hostname.endsWith(ELSEWHERE) ?? false;
  });
}
