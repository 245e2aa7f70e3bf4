import { Client } from 'pg';
import type { Role } from '../../engine.ts';
import { nameOfDatabase, StorageRefusal, StorageUnavailable } from '../../errors.ts';
import { type GuardedClient, GuardedPool, MOVER_NAME, type PoolOptions } from './pool.ts';

/** The oldest version that is still supported: https://www.postgresql.org/support/versioning/ */
const OLDEST_MAJOR_VERSION = 15;
/** Settings that must be on: if one of them is off, acknowledged writes may be lost. */
const DURABILITY_SETTINGS = ['fsync', 'full_page_writes', 'synchronous_commit'] as const;
/** The `application_name` of connections in `pg_stat_activity`. */
export const PROGRAM_NAME = 'impromptu';
const TLS_PARAMETERS = ['ssl', 'sslmode', 'sslcert', 'sslkey', 'sslrootcert', 'sslnegotiation'];
/** How often each of two connections is asked for its process. A busy pooler may give one the same several times. */
const LOOKS = 5;
/** The URL parameter that lists which of `DURABILITY_SETTINGS` may be off. */
const UNSAFE = 'unsafe';

/** What is wrong with the certificate of a server, by the code of the error that Node gives. */
const certificateTroubles: readonly (readonly [code: RegExp, trouble: string])[] = [
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    'its certificate is for another host: the host in DATABASE_URL must be one that the certificate names',
  ],
  [/^CERT_HAS_EXPIRED$/, 'its certificate has expired'],
  [
    /SIGNATURE|SELF_SIGNED|ISSUER/,
    'its certificate is not signed by a trusted authority: sslrootcert in DATABASE_URL must name the file of the authority that signed it',
  ],
];

/**
 * @returns the address for PostgreSQL's client, and which of `DURABILITY_SETTINGS` may be off
 * @throws StorageRefusal for a parameter that the client would ignore, or from which it would never recover
 */
export function parseAddress(
  url: string,
  role: Role,
): { address: string; unsafe: readonly string[] } {
  const address = new URL(url);
  refuseParameters(address);
  const unsafe = address.searchParams.get(UNSAFE)?.split(',') ?? [];
  address.searchParams.delete(UNSAFE);
  // A mover is refused while a connection has the name `PROGRAM_NAME`.
  address.searchParams.set('application_name', role === 'mover' ? MOVER_NAME : PROGRAM_NAME);
  return { address: address.href, unsafe };
}

/** The client connects without TLS if it does not know a parameter, and never answers if the port is no number. */
function refuseParameters({ href, searchParams }: URL): void {
  // Other parameters may name files, which the client would read now.
  const withPortOnly = new URL(href);
  withPortOnly.search = searchParams.has('port') ? `port=${searchParams.get('port')}` : '';
  // The client also reads PGPORT.
  const { port } = new Client({ connectionString: withPortOnly.href });
  if (!(port >= 1 && port <= 65_535)) {
    throw new StorageRefusal(
      'The port of the database must be a number from 1 to 65535: see DATABASE_URL and PGPORT.',
    );
  }
  for (const [name, value] of searchParams) {
    if (/^ssl/i.test(name) && !TLS_PARAMETERS.includes(name)) {
      throw new StorageRefusal(
        `DATABASE_URL has the unknown parameter '${name}'. For TLS there are ${TLS_PARAMETERS.join(', ')}.`,
      );
    }
    if (name === 'sslmode' && value === '') {
      throw new StorageRefusal('The parameter sslmode in DATABASE_URL has no value.');
    }
  }
}

/**
 * Opens a pool, and checks version, encoding and settings of the database.
 *
 * @param unsafe which of `DURABILITY_SETTINGS` may be off
 * @throws StorageRefusal with the reason
 */
export async function openChecked(
  address: string,
  unsafe: readonly string[],
  options: PoolOptions,
): Promise<GuardedPool> {
  // These settings would stay on the connections of a pooler that is refused.
  const { statementWithinMs, lockWithinMs, idleInTransactionMs, ...others } = options;
  const trial = new GuardedPool(address, {
    ...others,
    ...(statementWithinMs && { answerWithinMs: statementWithinMs }),
  });
  try {
    await refusePooler(trial, nameOfDatabase(address));
    const { rows } = await trial.use((client) =>
      client.query(
        `SELECT current_setting('server_version') AS version,
           current_setting('server_encoding') AS encoding,
           ${DURABILITY_SETTINGS.map((name) => `current_setting('${name}') AS ${name}`).join(', ')}`,
      ),
    );
    refuseUnfit(nameOfDatabase(address), rows[0] ?? {}, unsafe);
  } catch (error) {
    const cause = ((error instanceof StorageUnavailable && error.cause) || error) as Error;
    if (cause instanceof StorageRefusal) throw cause;
    const { code = '' } = cause as NodeJS.ErrnoException;
    const [, known] = certificateTroubles.find(([pattern]) => pattern.test(code)) ?? [];
    const trouble = known ?? cause.message.replace(/\.$/, '');
    throw new StorageRefusal(
      `The database ${nameOfDatabase(address)} cannot be used: ${trouble || 'no server answers there'}.`,
      { cause: error },
    );
  } finally {
    await trial.end();
  }
  return new GuardedPool(address, options);
}

/**
 * Without a pooler, or with one process for a whole connection, each of two open connections has its own process. Other
 * poolers give the process that was released last, or the one that has waited longest. The first connection asks twice
 * in turn, because otherwise two processes that alternate would look like one for each connection.
 *
 * @throws StorageRefusal if a connection has several processes, or both have the same
 */
async function refusePooler(pool: GuardedPool, name: string): Promise<void> {
  const [first, second] = [new Set<unknown>(), new Set<unknown>()];
  const note = async (client: GuardedClient, seen: Set<unknown>) =>
    seen.add((await client.query('SELECT pg_backend_pid() AS pid')).rows[0]?.['pid']);
  await pool.use((one) =>
    pool.use(async (other) => {
      for (let look = 0; look < LOOKS; look++) {
        await note(one, first);
        await note(one, first);
        await note(other, second);
      }
    }),
  );
  if (first.size === 1 && second.size === 1 && first.isDisjointFrom(second)) return;
  throw new StorageRefusal(
    `A pooler in front of ${name} gives each transaction another process of PostgreSQL (PgBouncer does so with pool_mode = transaction or statement), so locks would be lost. Set pool_mode = session, or connect to PostgreSQL itself.`,
  );
}

/** @param seen version, encoding and settings. @throws StorageRefusal if one of them is not supported */
export function refuseUnfit(
  name: string,
  seen: Record<string, unknown>,
  unsafe: readonly string[],
): void {
  const version = String(seen['version']);
  if (Number.parseInt(version, 10) < OLDEST_MAJOR_VERSION) {
    throw new StorageRefusal(
      `PostgreSQL ${OLDEST_MAJOR_VERSION} or later is needed, and ${name} is on version ${version}.`,
    );
  }
  if (seen['encoding'] !== 'UTF8') {
    throw new StorageRefusal(
      `The encoding of ${name} must be UTF8, and is ${seen['encoding']}. Create another database: CREATE DATABASE … TEMPLATE template0 ENCODING 'UTF8'.`,
    );
  }
  const broken = DURABILITY_SETTINGS.filter((promise) => seen[promise] === 'off');
  const refused = broken.filter((promise) => !unsafe.includes(promise));
  if (refused.length > 0) {
    throw new StorageRefusal(
      `Acknowledged writes must not be lost, and ${new Intl.ListFormat('en-GB').format(refused)} ${refused.length > 1 ? 'are' : 'is'} off for ${name}. Turn ${refused.length > 1 ? 'them' : 'it'} on. Or, where losing data does no harm, set the parameter ${UNSAFE}=${broken.join(',')} in DATABASE_URL.`,
    );
  }
}
