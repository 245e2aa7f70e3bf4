import { createTestApp } from './test-app.ts';

/** The app on a port, with an inviter, and the number of requests that reached Fastify. */
export async function listeningApp(changes: Parameters<typeof createTestApp>[0] = {}) {
  const site = await createTestApp(changes);
  await site.storage.inviters.put({
    id: 'ana',
    username: 'ana_92',
    firstName: 'Añna',
    profileImageUrl: null,
  });
  const seen = { byFastify: 0 };
  site.app.addHook('onRequest', (_request, _reply, done) => {
    seen.byFastify++;
    done();
  });
  const { port } = await site.listen();
  return { site, seen, port };
}
