import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { ownTime } from '../../../testing/databases/own-time.ts';
import {
  createPostgres,
  type PostgresProcess,
} from '../../../testing/databases/postgres-process.ts';
import { query } from '../../../testing/databases/test-databases.ts';
import { StorageRefusal } from '../../errors.ts';
import { openStorage } from '../../open.ts';
import { refuseUnfit } from './requirements.ts';

/** Longer than the timeouts of a connection (4 s) and of a read (5.5 s), with a margin for a busy machine. */
const SOON_MS = 7_000;

describe('the start is refused', () => {
  let server: PostgresProcess;
  before(async () => {
    server = await createPostgres({ durable: false });
    await server.start();
  });
  after(() => server.remove());

  async function refusal(url: string): Promise<string> {
    const refused = openStorage(url, 'server').then(
      () => assert.fail('it started'),
      (error: unknown) => error,
    );
    assert.ok((await ownTime(() => refused)) < SOON_MS, 'it took too long');
    const thrown = await refused;
    assert.ok(thrown instanceof StorageRefusal, String(thrown));
    return thrown.message;
  }

  test('if no server answers, with a message that has the database name but not the password', async () => {
    const port = 1;
    assert.equal(
      await refusal(`postgres://ana:open-sesame@127.0.0.1:${port}/site`),
      `The database 127.0.0.1:${port}/site cannot be used: connect ECONNREFUSED 127.0.0.1:${port}.`,
    );
  });

  test('soon if the server stops answering after the connection is open', async (t) => {
    const sockets = new Set<Socket>();
    const silenced = createServer((client) => {
      const behind = connect(server.port, '127.0.0.1');
      for (const socket of [client, behind]) sockets.add(socket.on('error', () => {}));
      client.once('data', (greeting) => behind.write(greeting));
      behind.pipe(client);
    }).listen(0, '127.0.0.1');
    t.after(() => {
      silenced.close();
      for (const socket of sockets) socket.destroy();
    });
    await once(silenced, 'listening');
    const { port } = silenced.address() as { port: number };
    assert.equal(
      await refusal(`postgres://postgres@127.0.0.1:${port}/postgres`),
      `The database 127.0.0.1:${port}/postgres cannot be used: The database has not answered in time.`,
    );
  });

  test('if the database does not exist', async () => {
    assert.match(await refusal(server.urlOf('site')), /cannot be used: database "site" does not/);
  });

  const PORT = /^The port of the database must be a number from 1 to 65535: see DATABASE_URL/;

  test('if the port is not a number, or a parameter for TLS is misspelt or empty', async () => {
    for (const [parameters, sentence] of [
      ['port=abc', PORT],
      ['port=65536', PORT],
      [
        'sslmod=verify-full',
        /^DATABASE_URL has the unknown parameter 'sslmod'\. For TLS there are /,
      ],
      ['SSLMODE=require', /^DATABASE_URL has the unknown parameter 'SSLMODE'\./],
      ['sslmode=', /^The parameter sslmode in DATABASE_URL has no value\.$/],
    ] as const) {
      assert.match(await refusal(`postgres://ana@127.0.0.1/site?${parameters}`), sentence);
    }
    process.env['PGPORT'] = '99999';
    try {
      assert.match(await refusal('postgres://ana@127.0.0.1/site'), PORT);
    } finally {
      delete process.env['PGPORT'];
    }
  });

  test('if the role may not create tables', async () => {
    await query(server.urlOf('postgres'), 'CREATE ROLE guest LOGIN');
    await query(server.urlOf('postgres'), 'CREATE DATABASE closed');
    const guest = new URL(server.urlOf('closed'));
    guest.username = 'guest';
    assert.match(
      await refusal(guest.href),
      /\/closed cannot be brought up to date: permission denied for schema public\. Make this role the owner of the database, and of its tables: ALTER DATABASE … OWNER TO …\.$/,
    );
    await query(server.urlOf('postgres'), 'ALTER DATABASE closed OWNER TO guest');
    await (await openStorage(guest.href, 'server')).close();
  });

  test('if the encoding is not UTF-8', async () => {
    await query(
      server.urlOf('postgres'),
      "CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'",
    );
    assert.match(
      await refusal(server.urlOf('latin')),
      /^The encoding of .*\/latin must be UTF8, and is LATIN1\. Create another database: CREATE DATABASE … TEMPLATE template0 ENCODING 'UTF8'\.$/,
    );
    await query(
      server.urlOf('postgres'),
      "CREATE DATABASE other TEMPLATE template0 ENCODING 'UTF8'",
    );
    await (await openStorage(server.urlOf('other'), 'server')).close();
  });

  test('if settings of the server allow the loss of commits, unless DATABASE_URL allows these settings', async () => {
    await query(server.urlOf('postgres'), 'CREATE DATABASE hasty');
    const unsafe = new URL(server.urlOf('hasty'));
    unsafe.search = '';
    assert.match(
      await refusal(unsafe.href),
      /, and fsync, full_page_writes and synchronous_commit are off for .*\/hasty\. Turn them on\. Or, where losing data does no harm, set the parameter unsafe=fsync,full_page_writes,synchronous_commit in DATABASE_URL\.$/,
    );
    unsafe.search = '?unsafe=fsync,full_page_writes';
    assert.match(await refusal(unsafe.href), /, and synchronous_commit is off for /);
    const storage = await openStorage(server.urlOf('hasty'), 'server');
    await storage.waitlist.tryJoin();
    await storage.close();
  });

  test('if the version of PostgreSQL is too old', () => {
    const seen = {
      encoding: 'UTF8',
      fsync: 'on',
      full_page_writes: 'on',
      synchronous_commit: 'on',
    };
    const look = (version: string) => refuseUnfit('db/site', { ...seen, version }, []);
    look('15.0');
    assert.throws(() => look('14.9 (Debian)'), /^StorageRefusal: PostgreSQL 15 or later is needed/);
  });
});
