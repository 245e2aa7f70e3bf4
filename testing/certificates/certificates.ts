/**
 * Certificates for tests of TLS, valid from 2020 to 2120. An authority is stored without its key. OpenSSL makes others:
 *
 *   openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 36500 -subj /CN=localhost \
 *     -addext subjectAltName=DNS:localhost -CA authority.pem -CAkey authority.key -keyout localhost.key -out localhost.pem
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** `same-name` has the name of `authority`, and another key. */
type Authority = 'authority' | 'same-name' | 'another-authority';
/** For localhost by `authority`; for other.example by `authority`; for localhost by `same-name`. */
type Certified = 'localhost' | 'other-host' | 'unknown-authority';

/** The path of an authority's certificate, for `sslrootcert`. */
export const authorityFile = (name: Authority): string => join(import.meta.dirname, `${name}.pem`);

/** A certificate with its key, both in PEM. */
export function readCertificate(name: Certified): { cert: string; key: string } {
  const read = (ending: string) =>
    readFileSync(join(import.meta.dirname, `${name}.${ending}`), 'utf8');
  return { cert: read('pem'), key: read('key') };
}
