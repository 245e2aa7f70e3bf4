import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/** A key with a certificate for it, both in PEM. */
export interface Certified {
  certificate: string;
  key: string;
}

/** A certificate authority for one test. */
export interface TestAuthority {
  /** The authority's certificate in PEM, for `sslrootcert`. */
  certificate: string;
  /** @param host the only name in the certificate */
  certify(host: string): Certified;
}

/*
 * The parts of X.509 (RFC 5280) that a client checks, in DER. Node cannot make certificates, and a library that makes
 * them would add twenty packages for this test.
 */
const SEQUENCE = 0x30;
const SET = 0x31;
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const OCTET_STRING = 0x04;
const UTF8_STRING = 0x0c;
const GENERALIZED_TIME = 0x18;
const VERSION = 0xa0;
const EXTENSIONS = 0xa3;
const DNS_NAME = 0x82;
const TRUE = Buffer.from([0x01, 0x01, 0xff]);
/** Object identifiers in DER. */
const ECDSA_WITH_SHA256 = oid('2a8648ce3d040302');
const COMMON_NAME = oid('550403');
const BASIC_CONSTRAINTS = oid('551d13');
const SUBJECT_ALTERNATIVE_NAME = oid('551d11');
const VALID = ['20200101000000Z', '21200101000000Z'];

export function createAuthority(name = 'Test authority'): TestAuthority {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const mayCertify = extension(BASIC_CONSTRAINTS, der(SEQUENCE, TRUE));
  return {
    certificate: certificate(name, keys.publicKey, name, keys.privateKey, mayCertify),
    certify(host) {
      const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const named = der(SEQUENCE, der(DNS_NAME, Buffer.from(host)));
      const extra = extension(SUBJECT_ALTERNATIVE_NAME, named);
      return {
        certificate: certificate(host, own.publicKey, name, keys.privateKey, extra),
        key: own.privateKey.export({ type: 'pkcs8', format: 'pem' }),
      };
    },
  };
}

function certificate(
  subject: string,
  publicKey: KeyObject,
  issuer: string,
  issuerKey: KeyObject,
  extra: Buffer,
): string {
  const algorithm = der(SEQUENCE, ECDSA_WITH_SHA256);
  const signed = der(
    SEQUENCE,
    der(VERSION, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.from([1])),
    algorithm,
    commonName(issuer),
    der(SEQUENCE, ...VALID.map((time) => der(GENERALIZED_TIME, Buffer.from(time)))),
    commonName(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(EXTENSIONS, der(SEQUENCE, extra)),
  );
  const signature = der(BIT_STRING, Buffer.from([0]), sign('sha256', signed, issuerKey));
  const lines = der(SEQUENCE, signed, algorithm, signature)
    .toString('base64')
    .match(/.{1,64}/g);
  return ['-----BEGIN CERTIFICATE-----', ...(lines ?? []), '-----END CERTIFICATE-----', ''].join(
    '\n',
  );
}

function commonName(name: string): Buffer {
  return der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8_STRING, Buffer.from(name)))));
}

function extension(id: Buffer, value: Buffer): Buffer {
  return der(SEQUENCE, id, der(OCTET_STRING, value));
}

function oid(inHex: string): Buffer {
  return der(0x06, Buffer.from(inHex, 'hex'));
}

/** @returns tag, length and value */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const value = Buffer.concat(parts);
  const length =
    value.length < 0x80 ? [value.length] : [0x82, value.length >> 8, value.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), value]);
}
