const UNTRUSTED =
  'its certificate is not signed by a trusted authority: sslrootcert in DATABASE_URL must name the file of the authority that signed it';

/** What is wrong with the certificate of a server, by the code of the error that Node gives. */
const troubles: Readonly<Record<string, string>> = {
  ERR_TLS_CERT_ALTNAME_INVALID:
    'its certificate is for another host: the host in DATABASE_URL must be one that the certificate names',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_SIGNATURE_FAILURE: UNTRUSTED,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
};

/** @returns undefined if the error has another cause */
export function certificateTrouble(error: Error): string | undefined {
  return troubles[String((error as NodeJS.ErrnoException).code)];
}
