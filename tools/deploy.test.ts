// Long because it has a check for each file of deploy/ and for its guide.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { glob, readdir, readFile } from 'node:fs/promises';
import { BlockList, isIP } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { calls } from '../contract/calls.ts';
import { MAX_SIGN_UP_BYTES } from '../contract/schemas/waitlist.ts';
import { KEEP_PATH, LEAVE_PATH, pathTo } from '../contract/screens.ts';
import { errors } from '../server/http/errors.ts';
import { definitions, type Setting } from '../server/settings/definitions.ts';
import { readSettings } from '../server/settings/read-settings.ts';
import { type ServerProcess, startServer } from '../testing/server-process.ts';
import { callPaths, screenPaths } from './proxy-paths.ts';

const UNAVAILABLE = JSON.stringify({ error: errors.unavailable().message });
const ROOT = join(import.meta.dirname, '..');
const read = (path: string) => readFile(join(ROOT, path), 'utf8');

/** Variables in the files of `deploy/` that are not settings of the site. */
const FOREIGN = /^(NODE_COMPILE_CACHE|SITE_HOST|INSTANCES|NODE_IMAGE|POSTGRES_[A-Z_]+)$/;
const settings: readonly Setting[] = Object.values(definitions);
const SETTINGS = settings.map(({ name }) => name);
const SECRET = settings.flatMap(({ name, secret }) => (secret ? name : []));

/** Finds each assignment in a file, also several on one line. */
const assignments: Record<string, RegExp> = {
  'deploy/Dockerfile': /\b(?<name>[A-Z_]+)=(?<value>\S+)/g,
  'deploy/compose.yaml': /^ +(?<name>[A-Z_]+): (?<value>.+)$/gm,
  'deploy/impromptu.service': /^Environment=(?<name>[A-Z_]+)=(?<value>.+)$/gm,
  '.env.example': /^(?<name>[A-Z_]+)=(?<value>.*)$/gm,
};

async function assigned(file: string): Promise<[name: string, value: string][]> {
  const found = [...(await read(file)).matchAll(assignments[file] as RegExp)];
  return found.flatMap(({ groups = {} }): [string, string][] =>
    groups['name'] ? [[groups['name'], groups['value'] ?? '']] : [],
  );
}

describe('the files of deploy/', () => {
  let server: ServerProcess;
  before(async () => {
    server = await startServer({ env: { LETTERS: 'files', DIGEST_TO: 'team@example.com' } });
  });
  after(() => server.stop());

  for (const file of Object.keys(assignments)) {
    test(`${file} names only settings that exist`, async () => {
      const names = (await assigned(file)).map(([name]) => name);
      assert.ok(names.length > 2);
      const unknown = names.filter((name) => !(SETTINGS.includes(name) || FOREIGN.test(name)));
      assert.deepEqual(unknown, []);
    });

    test(`${file} gives no secret a value`, async () => {
      for (const [name, value] of await assigned(file)) {
        if (!SECRET.includes(name) && name !== 'POSTGRES_PASSWORD') continue;
        assert.match(value, new RegExp(`^(\\$\\{${name}:[?-]\\})?$`), name);
      }
    });
  }

  test('deploy/compose.yaml passes every setting that a site in containers may need', async () => {
    const passed = new Set((await assigned('deploy/compose.yaml')).map(([name]) => name));
    // The first three are in the Dockerfile or have the right default, the others are only for development.
    const left = /^(PORT|HOST|NODE_ENV|RATE_LIMITS|LETTERS|FIREBASE_AUTH_EMULATOR_HOST)$/;
    const missing = SETTINGS.filter((name) => !(passed.has(name) || left.test(name)));
    assert.deepEqual(missing, []);
  });

  test('the site does not start until the settings file is filled in, and the error names the missing setting', async () => {
    const example = Object.fromEntries(await assigned('.env.example'));
    assert.throws(
      () => readSettings({ NODE_ENV: 'production', ...example }),
      /^.*PUBLIC_URL must be/,
    );
  });

  test('all stages of the image have the newest Node of the major version that the site needs', async () => {
    const { minimumNode } = JSON.parse(await read('package.json'));
    const dockerfile = await read('deploy/Dockerfile');
    const [, version] = /^ARG NODE_IMAGE=node:([\d.]+)-/m.exec(dockerfile) ?? [];
    assert.equal(version, minimumNode.linux.version.split('.')[0]);
    const images = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    assert.equal(images.length, 3);
    for (const image of images) assert.match(image ?? '', /^\$\{NODE_IMAGE\}$/);
  });

  test('the image installs and builds nothing as root, and has no development package', async () => {
    const stages = (await read('deploy/Dockerfile')).split(/^FROM /m).slice(1);
    const [packages = '', pages = '', last = ''] = stages;
    for (const stage of [packages, pages]) {
      assert.ok(stage.indexOf('\nUSER node\n') < stage.indexOf('\nRUN npm '));
    }
    assert.match(packages, /npm ci --omit=dev --ignore-scripts/);
    assert.doesNotMatch(last, /npm/);
  });

  test('the health check of compose exits with 0 while the site is ready, and with 1 without it', async () => {
    const [, script = ''] = /"--eval", "(.+)"\]/.exec(await read('deploy/compose.yaml')) ?? [];
    const ask = (port: string) =>
      promisify(execFile)(process.execPath, ['--eval', script.replace(':3000/', `:${port}/`)]);
    await ask(new URL(server.url).port);
    await assert.rejects(ask('1'), { code: 1 });
  });

  test('the proxies limit the size of bodies as the site does, with the same error message', async () => {
    const { message } = errors.bodyTooLarge();
    const answer = `'${JSON.stringify({ error: message })}'`;
    const nginx = await read('deploy/nginx.conf');
    assert.ok(nginx.includes(`return 413 ${answer};`));
    assert.ok(nginx.includes(`client_max_body_size ${MAX_SIGN_UP_BYTES / 1_024}k;`));
    const caddy = await read('deploy/Caddyfile');
    const refused = [...caddy.matchAll(/^\trespond \S+ (.+) 413$/gm)].map(([, text]) => text);
    assert.deepEqual(refused, new Array(2).fill(answer.replaceAll("'", '`')));
  });

  /** What these lines do was shown with the real proxies: see `SECURITY.md`. */
  const neededLines: Record<string, readonly string[]> = {
    'deploy/nginx.conf': [
      // Slow clients are cut, and one network cannot open all connections.
      ...['client_header_timeout 10s;', 'client_body_timeout 10s;', 'send_timeout 15s;'],
      'limit_conn impromptu_networks 1000;',
      // No visitor chooses an address.
      'proxy_set_header X-Forwarded-For $remote_addr;',
      ...['proxy_set_header X-Real-IP "";', 'proxy_set_header Forwarded "";'],
      // No visitor is in the logs.
      'access_log /var/log/nginx/impromptu.log impromptu;',
      'error_log /var/log/nginx/impromptu-error.log emerg;',
      // Copies that stop fail no request, and scripts of the other version are found.
      ...['keepalive_timeout 60s;', 'proxy_next_upstream error timeout;'],
      'proxy_next_upstream error timeout http_404;',
      // While no copy answers, visitors get a page of ours, also if it was not copied.
      ...['error_page 502 504 =503 $unavailable;', 'root /etc/nginx;', 'try_files $uri =503;'],
      ...['add_header Retry-After 5 always;', `return 503 '${UNAVAILABLE}';`],
    ],
    'deploy/Caddyfile': [
      ...['read_header 10s', 'read_body 10s', 'max_header_size 16KiB', 'max_size 2MiB'],
      ...['exclude http.log.error', 'request delete', 'request>headers delete'],
      ...['request>remote_ip delete', 'request>remote_port delete', 'request>client_ip delete'],
      ...['keepalive 60s', 'lb_try_duration 5s', 'lb_policy ip_hash'],
      ...['health_uri /healthz', 'health_interval 1s', 'health_timeout 5s'],
      '@unavailable expression {http.error.status_code} in [502, 503, 504]',
      ...['header Retry-After 5', `respond \`${UNAVAILABLE}\` 503`, 'root * /etc/caddy'],
    ],
  };
  for (const [file, needed] of Object.entries(neededLines)) {
    test(`${file} has each line that protects visitors`, async () => {
      const lines = (await read(file)).split('\n').map((line) => line.trim());
      const missing = needed.filter((line) => !lines.includes(line));
      assert.deepEqual(missing, []);
    });
  }

  test('the page of the proxies loads nothing', async () => {
    const page = await read('deploy/unavailable.html');
    assert.doesNotMatch(page, /https?:|src=|srcset|url\(|@import|<link|<script|href="[^"]/);
    const compose = await read('deploy/compose.yaml');
    assert.match(compose, /- \.\/unavailable\.html:\/etc\/caddy\/unavailable\.html:ro\n/);
  });

  test('the log of nginx has no address, query or id of a visitor, and Caddy trusts no forwarded address', async () => {
    const nginx = await read('deploy/nginx.conf');
    const [format = ''] = /^log_format impromptu [^;]+;$/m.exec(nginx) ?? [];
    const variables = [...format.matchAll(/\$(\w+)/g)].map(([, name]) => name);
    assert.deepEqual(variables, [
      ...['time_iso8601', 'request_method', 'logged_path', 'status', 'body_bytes_sent'],
      ...['request_time', 'upstream_addr', 'upstream_status'],
    ]);
    const caddy = (await read('deploy/Caddyfile')).replace(/^\s*#.*$/gm, '');
    assert.doesNotMatch(caddy, /trusted_proxies|fail_duration/);
  });

  /** @returns what nginx logs of a path */
  async function loggedByNginx(path: string): Promise<string> {
    const [, map = ''] =
      /map \$uri \$logged_path \{([\s\S]*?)\n\}/.exec(await read('deploy/nginx.conf')) ?? [];
    for (const [, pattern = '', shown = ''] of map.matchAll(/"~(.+)" {2}(.+);/g)) {
      const found = new RegExp(pattern).exec(path);
      if (found)
        return shown.replace('$uri', path).replace('$start', found.groups?.['start'] ?? '');
    }
    return '/...';
  }

  /** @returns what Caddy logs of a path, which may have a query */
  async function loggedByCaddy(path: string): Promise<string> {
    const line = /request>uri regexp `(.+)` "(.+)"/.exec(await read('deploy/Caddyfile'));
    return path.replace(new RegExp(line?.[1] ?? ''), line?.[2] ?? '');
  }

  test('the logs of the proxies have the paths of the site, and no other path, which may contain an id', async () => {
    const files = await readdir(join(ROOT, 'dist/public'), { recursive: true });
    const paths = [
      ...screenPaths,
      ...callPaths,
      ...files.filter((file) => /\.(?!br|gz)\w+$/.test(file)).map((file) => `/${file}`),
      ...['/healthz', '/readyz', '/metrics', '/robots.txt', '/sitemap.xml', '/site.webmanifest'],
      ...['/.well-known/security.txt', '/assets/home-B2x_9aZ-.js'],
    ];
    for (const path of paths) {
      assert.equal(await loggedByNginx(path), path, `deploy/nginx.conf must log ${path}`);
      assert.equal(
        await loggedByCaddy(`${path}?ref=ana`),
        path,
        `deploy/Caddyfile must log ${path}`,
      );
    }
    const pages = [LEAVE_PATH, KEEP_PATH].map((path) => ({ path: `${path}/:token` }));
    for (const call of [calls.getInviter, calls.leaveWaitlist, ...pages]) {
      const [start = ''] = call.path.split(':');
      assert.equal(await loggedByNginx(pathTo(call, 'ana')), `${start}...`);
      assert.equal(await loggedByCaddy(pathTo(call, 'ana')), start);
    }
    for (const path of [
      ...['/ana', '/ana.png', '/Invite/ana', '/invites/ana', '/i/ana', '/invite-ana', '/inviteana'],
      ...['/og/Invite/ana.png', '/og/ana.png', '/OG/invite/ana.png', '/assets/ana', '/favicon/ana'],
      ...['/API/users/ana', '/api/Users/ana', '/api/user/ana', '/api/usersana', '/api/ana'],
      ...['/waitlist/Leave/ana', '/waitlist/ana', '/api/waitlist/ana', '/api/waitlist/Leave/ana'],
      ...[
        '/api/waitlist/leaveana',
        '/api/waitlist/position/ana',
        '/api/auth/ana',
        '/analytics;ana',
      ],
      ...['/api%2fusers/ana', '/.well-known/ana', '/x/api/users/ana', '/ana?/privacy', 'ana'],
    ]) {
      assert.doesNotMatch(await loggedByNginx(path), /ana(?!lytics)/);
      assert.doesNotMatch(await loggedByCaddy(path), /ana(?!lytics)/);
    }
  });

  test('nginx tries every instance again when all have failed', async () => {
    const nginx = await read('deploy/nginx.conf');
    const servers = [...nginx.matchAll(/^ *((?:# )?server [\d.]+:\d+) (.*);$/gm)];
    const named = servers.filter(([, , options]) => !options?.includes('backup'));
    const backup = servers.filter(([, , options]) => options?.includes('max_fails=0 backup'));
    assert.ok(named.length > 0);
    assert.deepEqual(
      backup.map(([, name]) => name),
      named.map(([, name]) => name),
    );
  });

  test('all addresses of Caddy in compose are trusted proxies', async () => {
    const compose = await read('deploy/compose.yaml');
    const [, proxies = ''] = /TRUSTED_PROXIES: (.+)/.exec(compose) ?? [];
    const own = [...compose.matchAll(/ipv[46]_address: (.+)/g)].map(([, address]) => address);
    assert.equal(own.length, 2);
    assert.deepEqual(proxies.split(','), own);
    assert.match(compose, /^ +enable_ipv6: true$/m);
    for (const [, subnet = ''] of compose.matchAll(/- subnet: (\S+)/g)) {
      const [start = '', prefix] = subnet.split('/');
      const list = new BlockList();
      list.addSubnet(start, Number(prefix), isIP(start) === 4 ? 'ipv4' : 'ipv6');
      const inside = own.filter((address = '') =>
        list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6'),
      );
      assert.equal(inside.length, 1, subnet);
    }
  });

  test('the service managers wait long enough for all requests to be answered', async () => {
    // 10 s for a request, 1 s to linger, and a few seconds for the database.
    for (const file of ['deploy/impromptu.service', 'deploy/compose.yaml']) {
      const [, seconds] =
        /(?:TimeoutStopSec=|stop_grace_period: )(\d+)s/.exec(await read(file)) ?? [];
      assert.ok(Number(seconds) >= 15, file);
    }
  });

  test('the alerts, the dashboard and the guide name only existing metrics, and the guide names every alert', async () => {
    const guide = await read('docs/operations.md');
    const alerts = await read('deploy/alerts.yaml');
    const dashboard = await read('deploy/grafana.json');
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    const known = new Set([...metrics.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
    // This metric exists only after the first run of retention, so its alert must also check that it is absent.
    const saidLater = 'site_retention_last_run_timestamp_seconds';
    known.add(saidLater);
    assert.ok(alerts.includes(`absent(${saidLater})`));
    for (const [name] of (guide + alerts + dashboard).matchAll(
      /\b(http|site|letters|notices|storage|nodejs|process)_[a-z_]+/g,
    )) {
      assert.ok(known.has(name.replace(/_bucket$/, '')), name);
    }
    const named = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
    assert.ok(named.length > 5);
    for (const name of named) assert.match(guide, new RegExp(`^\\|.*\\b${name}\\b.*\\|.*\\|`, 'm'));
  });

  test('the guide explains every warning and error that the server logs', async () => {
    const guide = await read('docs/operations.md');
    const lines: string[] = [];
    for await (const path of glob('server/**/*.ts', { cwd: ROOT, exclude: ['**/*.test.ts'] })) {
      const calls = (await read(path)).matchAll(
        /log\.(?:warn|error)\(\s*(?:\{.*\},\s*)?'([^']+)'/g,
      );
      lines.push(...[...calls].map(([, line = '']) => line));
    }
    assert.ok(lines.length > 5);
    for (const line of lines) assert.ok(guide.includes(`| ${line.split('. ', 1)[0]}`), line);
  });
});
