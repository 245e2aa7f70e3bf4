import { MAX_BODY_BYTES } from './json-body.ts';

const HEADERS_WITHIN_MS = 8_000;
export const REQUEST_WITHIN_MS = 10_000;
const CHECK_SLOW_EVERY_MS = 1_000;
/**
 * A connection with an unanswered request, or with a streamed answer, is closed after this time without traffic: its
 * client has probably gone.
 */
const SILENT_MS = 30_000;
/**
 * How long a connection is kept after an answer. Longer than proxies keep an idle connection, so that the proxy closes
 * it first. Otherwise a proxy may send a request on a connection that the server is closing, and that request would
 * fail.
 */
const KEEP_ALIVE_MS = 72_000;
const MAX_HEADER_BYTES = 16 * 1024;

/** Fastify's options for the times and sizes of requests. */
export const connectionOptions = {
  // This bound also applies to paths without a call, where Fastify would accept a megabyte.
  bodyLimit: MAX_BODY_BYTES,
  requestTimeout: REQUEST_WITHIN_MS,
  connectionTimeout: SILENT_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
  http: {
    headersTimeout: HEADERS_WITHIN_MS,
    connectionsCheckingInterval: CHECK_SLOW_EVERY_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    // Node's own answer to a request without Host would lack our headers, so `answerErrors` checks for it.
    requireHostHeader: false,
    // A request without a body emits no events of a body, which saves a twentieth of the time of a page or profile.
    optimizeEmptyRequests: true,
  },
} as const;
