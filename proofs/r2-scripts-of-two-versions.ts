import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ANALYTICS_PATH, listedScreens } from '../contract/screens.ts';
import { startServer } from '../testing/server-process.ts';
import {
  installedProxies,
  proxyVariants,
  requireInstalled,
  startProxy,
} from './network/proxies.ts';
import { expectFailure, type Proof, require } from './proof.ts';
import { withProgramCopy } from './weakened-program.ts';

const VISITORS = 100;
const PAGES = [listedScreens.home, ANALYTICS_PATH];
const OTHER_VERSION = 'OtherOne';

export const scriptsOfTwoVersions: Proof = {
  id: 'R2',
  promise:
    'While copies of two versions run behind the proxies in deploy/, every page gets its own scripts.',
  variants: proxyVariants,
  run: (variant) => visitBoth(variant),
  control: {
    without:
      'requesting a script from the copy that sent the page (Caddy), or from every copy (nginx)',
    variants: installedProxies,
    run: (variant) =>
      expectFailure(/scripts were not found/, () => visitBoth(variant, asForOneVersion)),
  },
};

function asForOneVersion(text: string): string {
  return text.replace(' http_404', '').replace('lb_policy ip_hash', 'lb_policy random_choose 2');
}

/**
 * Loads pages and their scripts, as visitors do, from a copy of this version and a copy of another version.
 *
 * @returns the figures
 */
async function visitBoth(variant: string, change?: (text: string) => string): Promise<string> {
  requireInstalled(variant);
  return await withProgramCopy(async (program) => {
    renameScripts(join(dirname(program), 'dist'));
    const servers = [
      await startServer({ engine: 'SQLite' }),
      await startServer({ engine: 'SQLite', program }),
    ];
    const proxy = await startProxy(
      variant,
      servers.map(({ url }) => url),
      change,
    );
    try {
      return await visit(proxy.port);
    } finally {
      await proxy.stop();
      await Promise.all(servers.map((server) => server.stop()));
    }
  });
}

async function visit(port: number): Promise<string> {
  const pages = { own: 0, other: 0 };
  const missing: string[] = [];
  for (let n = 0; n < VISITORS; n++) {
    const agent = new Agent({ keepAlive: true, localAddress: `127.0.2.${n + 1}` });
    // Makes the number of requests for each visitor odd. nginx asks both copies in turn, so with an even number it
    // would get every page from the same copy.
    await load(port, listedScreens.terms, agent);
    for (const path of PAGES) {
      const page = await load(port, path, agent);
      const [script = ''] = /\/assets\/[\w.-]+\.js/.exec(page.body) ?? [];
      require(page.status === 200 && script !== '', `${path} is answered ${page.status}.`);
      pages[script.includes(OTHER_VERSION) ? 'other' : 'own']++;
      const { status } = await load(port, script, agent);
      if (status !== 200) missing.push(`${script} ${status}`);
    }
    agent.destroy();
  }
  const figures = `${pages.own} pages of one version and ${pages.other} of the other`;
  require(pages.own > 0 && pages.other > 0, `Only one version was seen: ${figures}.`);
  require(missing.length === 0, `${missing.length} scripts were not found, of ${figures}.`);
  return `${figures}, every script was found`;
}

async function load(port: number, path: string, agent: Agent) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>();
  get({ host: '127.0.0.1', port, path, agent }, (answer) => {
    text(answer).then((body) => resolve({ status: answer.statusCode ?? 0, body }), reject);
  }).on('error', reject);
  return await promise;
}

/** Gives the scripts of a build other hashes, as a build of another version has. */
function renameScripts(dist: string): void {
  const assets = join(dist, 'assets');
  const rename = (text: string) =>
    text.replace(/([a-z]+-)[\w-]{8}(\.js)\b/g, `$1${OTHER_VERSION}$2`);
  for (const name of readdirSync(assets)) {
    if (rename(name) !== name) renameSync(join(assets, name), join(assets, rename(name)));
  }
  for (const name of readdirSync(join(dist, 'pages'))) {
    const page = join(dist, 'pages', name);
    writeFileSync(page, rename(readFileSync(page, 'utf8')));
  }
}
