import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANALYTICS_PATH, INVITE_PATH } from '../contract/screens.ts';
import { createTestApp } from '../testing/test-app.ts';
import { PROXIED } from './proxied-paths.ts';

test('npm run dev passes requests for all paths to the real server, except pages and files', async (t) => {
  const { app, build, close } = await createTestApp();
  t.after(close);
  const ofVite = [...build.pages.keys(), ...build.files.keys(), ANALYTICS_PATH, INVITE_PATH];
  await app.ready();
  // Each route is on a line such as "    ├── api/users/:id (GET, HEAD)". Routes whose paths begin with the path of this
  // route are on the next lines, with more indentation.
  const routes = app.printRoutes({ commonPrefix: false });
  const paths = [...routes.matchAll(/^ {4}\S── (\S+) \(/gm)].map(([, path]) => `/${path}`);
  assert.ok(paths.includes('/healthz'));
  assert.deepEqual(
    paths.filter(
      (path) => !ofVite.includes(path) && !PROXIED.some((start) => path.startsWith(start)),
    ),
    [],
  );
});
