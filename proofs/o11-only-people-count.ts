import { Agent, request } from 'node:http';
import { calls, pathTo } from '../contract/calls.ts';
import { INVITE_PATH } from '../contract/screens.ts';
import { TWILIO_SETTINGS } from '../testing/fakes/twilio-settings.ts';
import { addInviter, INVITER, readCounters } from '../testing/load/visit-load.ts';
import { type UserAgent, userAgents } from '../testing/requests/user-agents.ts';
import { startServer } from '../testing/server-process.ts';
import { expectFailure, type Proof, require } from './proof.ts';
import { weakening, withWeakened } from './weakened-program.ts';

const APPS = /Instagram|Barcelona|FB_IAB|FBAN|musical_ly|trill|Snapchat/;
const PRELOADED = { 'sec-purpose': 'prefetch;prerender' };
/** Settings of a site that other machines can reach. On any other site robots would count as well. */
const EXPOSED = {
  PUBLIC_URL: 'https://impromptu.example',
  TRUSTED_PROXIES: '127.0.0.1',
  ...TWILIO_SETTINGS,
};

const WITHOUT_USER_AGENT = weakening(
  'server/invites/traffic.ts',
  "if (!ENGINE.test(userAgent)) return 'bot';",
  '',
);

export const onlyPeopleCount: Proof = {
  id: 'O11',
  promise:
    'Visits of people are counted, including those in the browsers of apps. Visits of robots and of preloaded pages are not counted.',
  run: () => countVisitors(),
  control: {
    without: 'checking the user agent',
    run: () =>
      withWeakened(WITHOUT_USER_AGENT, (program) =>
        expectFailure(/^Of \d+ people \d+ were counted\.$/, () => countVisitors(program)),
      ),
  },
};

async function countVisitors(program?: string): Promise<string> {
  const server = await startServer({ env: EXPOSED, ...(program && { program }) });
  await addInviter(server.databaseUrl);
  const agent = new Agent({ keepAlive: true });
  const visitors = userAgents();
  const people = visitors.filter(({ excluded }) => excluded === undefined);

  const loads = visitors.flatMap((visitor) => loadPage(server.url, agent, visitor));
  await Promise.all(loads);
  const afterLoads = await readCounters(server.databaseUrl);
  const answers = new Set<string>();
  for (const { text } of visitors) answers.add(await reportView(server.url, agent, text));
  for (const { text } of people) answers.add(await reportView(server.url, agent, text, PRELOADED));
  const counters = await readCounters(server.databaseUrl);
  agent.destroy();
  await server.stop();

  const robots = visitors.length - people.length;
  const apart = Object.values(counters.excluded).reduce((sum, count) => sum + count, 0);
  require(afterLoads.total.pageViews ===
    0, 'A view was counted, although no script had reported it.');
  require(answers.size === 1, `The answers differ: ${[...answers].join(' | ')}`);
  require(counters.total.pageViews ===
    people.length, `Of ${people.length} people ${counters.total.pageViews} were counted.`);
  require(apart ===
    robots +
      people.length, `${apart} visits were excluded; it should be ${robots} of robots and ${people.length} of preloaded pages.`);
  require(counters.differences.length === 0, counters.differences.join(' '));
  const inApps = people.filter(({ text }) => APPS.test(text)).length;
  return `${loads.length} page loads, 0 counted; ${people.length} browsers counted, ${inApps} of them in apps; ${robots} robots and ${people.length} preloaded pages, 0 counted, all answers equal`;
}

/** Requests the page and the profile, as link previews and robots do. */
function loadPage(url: string, agent: Agent, { text }: UserAgent): Promise<string>[] {
  const paths = [`${INVITE_PATH}?ref=${INVITER}`, pathTo(calls.getInviter, INVITER)];
  return paths.flatMap((path) =>
    ['GET', 'HEAD'].map((method) => send(url, agent, method, path, { 'user-agent': text })),
  );
}

/** Reports a view. @returns the answer without its date, for comparison */
function reportView(url: string, agent: Agent, userAgent: string, headers = {}): Promise<string> {
  const { method, path } = calls.trackInvite;
  const view = JSON.stringify({ refUserId: INVITER, action: 'page_view' });
  const all = { ...headers, 'user-agent': userAgent, 'content-type': 'application/json' };
  return send(url, agent, method, path, all, view);
}

let addresses = 0;

/** A new address for each request, so that no address reaches a limit. */
function nextAddress(): string {
  addresses += 1;
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
}

function send(
  url: string,
  agent: Agent,
  method: string,
  path: string,
  headers: Record<string, string>,
  body = '',
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const all = { ...headers, 'x-forwarded-for': nextAddress() };
  const outgoing = request(`${url}${path}`, { method, agent, headers: all }, async (response) => {
    const bytes = await Array.fromAsync(response);
    const { date: _date, ...others } = response.headers;
    resolve(`${response.statusCode} ${JSON.stringify(others)} ${Buffer.concat(bytes)}`);
  });
  outgoing.on('error', reject);
  outgoing.end(body);
  return promise;
}
