const UNTRUSTED =
  'its certificate is signed by no authority that is trusted: sslrootcert in DATABASE_URL must name the file of the one that signed it';

/** What is wrong with the certificate of a server, by the code of the error that Node gives. */
const troubles: Readonly<Record<string, string>> = {
  ERR_TLS_CERT_ALTNAME_INVALID:
    'its certificate is for another host: DATABASE_URL must name the host as the certificate does',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_SIGNATURE_FAILURE: UNTRUSTED,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
};

/** @returns undefined where an error is about something else */
export function certificateTrouble(error: Error): string | undefined {
  return troubles[String((error as NodeJS.ErrnoException).code)];
}
