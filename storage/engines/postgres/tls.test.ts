import assert from 'node:assert/strict';
import { chownSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { authorityFile, readCertificate } from '../../../testing/certificates/certificates.ts';
import {
  createPostgres,
  type PostgresProcess,
} from '../../../testing/databases/postgres-process.ts';
import { query } from '../../../testing/databases/test-databases.ts';
import { StorageRefusal } from '../../errors.ts';
import { openStorage } from '../../open.ts';

const NOON = Date.UTC(2025, 5, 14, 12);

describe('a DATABASE_URL with TLS', () => {
  let server: PostgresProcess;
  before(async () => {
    const settings = { ssl: 'on', ssl_cert_file: 'server.pem', ssl_key_file: 'server.key' };
    server = await createPostgres({ durable: false, settings });
    const { cert, key } = readCertificate('localhost');
    write('server.pem', cert);
    write('server.key', key);
    await server.start();
  });
  after(() => server.remove());

  /** Writes a file owned by the server's user: PostgreSQL refuses a key file of another owner. */
  function write(name: string, text: string): void {
    const file = join(server.folder, name);
    writeFileSync(file, text, { mode: 0o600 });
    const { uid, gid } = statSync(server.folder);
    chownSync(file, uid, gid);
  }

  function urlWith(parameters: Record<string, string>, host = 'localhost'): string {
    const url = new URL(server.urlOf('postgres'));
    url.hostname = host;
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return url.href;
  }

  const authority = (name: Parameters<typeof authorityFile>[0] = 'authority') => ({
    sslrootcert: authorityFile(name),
  });

  async function refusal(url: string): Promise<string> {
    const thrown = await openStorage(url, 'server').then(
      (storage) => storage.close().then(() => assert.fail('it started')),
      (error: unknown) => error,
    );
    assert.ok(thrown instanceof StorageRefusal, String(thrown));
    return thrown.message.replace(/:\d+\//, ':PORT/');
  }

  test('uses TLS for every connection', async () => {
    await using storage = await openStorage(
      urlWith({ sslmode: 'verify-full', ...authority() }),
      'server',
    );
    await storage.waitlist.join('ana@example.com', NOON);
    await storage.waitlist.tryJoin();
    const connections = await query(
      server.urlOf('postgres'),
      `SELECT ssl, count(*) > 1 AS several FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
       WHERE application_name = 'impromptu' GROUP BY ssl`,
    );
    assert.deepEqual(connections, [{ ssl: true, several: true }]);
  });

  for (const sslmode of ['verify-full', 'require']) {
    test(`${sslmode} refuses a certificate of another authority`, async () => {
      for (const name of ['another-authority', 'same-name'] as const)
        assert.equal(
          await refusal(urlWith({ sslmode, ...authority(name) })),
          'The database localhost:PORT/postgres cannot be used: its certificate is not signed by a trusted authority: sslrootcert in DATABASE_URL must name the file of the authority that signed it.',
        );
    });

    test(`${sslmode} refuses a certificate of another host`, async () => {
      assert.equal(
        await refusal(urlWith({ sslmode, ...authority() }, '127.0.0.1')),
        'The database 127.0.0.1:PORT/postgres cannot be used: its certificate is for another host: the host in DATABASE_URL must be one that the certificate names.',
      );
    });
  }

  test("refuses a certificate that the machine's authorities have not signed", async () => {
    assert.match(
      await refusal(urlWith({ sslmode: 'verify-full' })),
      /its certificate is not signed by a trusted authority/,
    );
  });
});
