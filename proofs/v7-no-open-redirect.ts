import { ANALYTICS_PATH, INVITE_PATH, screens } from '../contract/screens.ts';
import {
  ELSEWHERE,
  offSiteAddresses,
  redirectParameters,
} from '../testing/requests/off-site-addresses.ts';
import { startServer } from '../testing/server-process.ts';
import { prepareCredentials } from './fuzz-credentials.ts';
import { expectFailure, type Proof, require } from './proof.ts';
import {
  type AlteredRequest,
  type Answered,
  Asker,
  putInEveryPlace,
} from './text-in-every-place.ts';
import { withWeakened } from './weakened-program.ts';

const KEY = 'a-key-of-the-back-end-for-the-redirects';
const pages = [...Object.values(screens), INVITE_PATH, ANALYTICS_PATH];
/** Each with a slash at its end as well, which for some is answered with a redirect. */
const PAGES = pages.flatMap((path) => [path, `${path}/`]);
/** Elements that lead or send somebody somewhere. */
const LEADING = /<(?:a|area|base|form|meta|iframe)\b[^>]*>/gi;

export const noOpenRedirect: Proof = {
  id: 'V7',
  promise: 'No request has the site send somebody to another one.',
  run: () => askForElsewhere(offSiteAddresses),
  control: {
    without: 'leaving parameters alone: /invite follows `next`',
    run: askWeakenedForElsewhere,
  },
};

/** Has the invite page follow a parameter, and expects that it is noticed. */
export function askWeakenedForElsewhere(): Promise<string> {
  const line = 'const mode = inviteModeOf(asked);';
  const follows = "const next = asked.get('next');\n    if (next) return reply.redirect(next);";
  return withWeakened(
    'server/invites/invite-page.ts',
    [line, `${follows}\n    ${line}`],
    (program) =>
      expectFailure(/leads to/, () => askForElsewhere(offSiteAddresses.slice(0, 1), program)),
  );
}

/** @returns how many requests led nowhere else. The same in a browser: `browser-tests/off-site.spec.ts` */
export async function askForElsewhere(
  addresses: readonly string[],
  program?: string,
): Promise<string> {
  const env = { RATE_LIMITS: 'off', APP_API_KEYS: KEY };
  const server = await startServer({ env, ...(program && { program }) });
  const asker = new Asker(server.url);
  const ask = async (request: AlteredRequest) => {
    const where = wayElsewhere(await asker.ask(request));
    require(where ===
      undefined, `${request.method} ${request.path}, ${request.where}, leads to ${where}`);
  };
  try {
    const credentials = await prepareCredentials(server, { key: KEY, https: false }, 1);
    let asked = 0;
    for (const address of addresses) {
      const requests = [...putInEveryPlace(address, credentials), ...askPages(address)];
      await Promise.all(requests.map(ask));
      asked += requests.length;
    }
    return `${addresses.length} addresses in ${asked.toLocaleString('en')} requests: 0 lead off the site`;
  } finally {
    asker.close();
    await server.stop();
  }
}

/** Every page with each parameter that sites are known to follow, and addresses in place of the path. */
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

/** @returns where an answer leads that is not the site itself */
function wayElsewhere({ location, refresh, body }: Answered): string | undefined {
  if (refresh !== undefined) return refresh;
  if (location !== undefined && !PAGES.includes(location.split('?', 1)[0] ?? '')) return location;
  const elements = body.startsWith('<!') ? (body.match(LEADING) ?? []) : [];
  return elements.find((element) => leadsElsewhere(element));
}

/** A text that only names the host leads nowhere; an attribute that is an address does. */
function leadsElsewhere(element: string): boolean {
  const written = /\b(?:href|action|src|url)\s*=\s*["']?([^"'>\s]*)/gi;
  return [...element.matchAll(written)].some(([, address = '']) => {
    const url = URL.parse(address.replaceAll('&amp;', '&'), 'https://impromptu.example/');
    return url?.hostname.endsWith(ELSEWHERE) ?? false;
  });
}
