/**
 * The baseline of a benchmark: the least that Node can do for the same request. It reads a body and parses it, answers
 * with as many bytes of body as the site, and stores nothing. At start it prints its port.
 *
 *   node benchmarks/baseline.ts json|html BYTES_OF_AN_ANSWER
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const [, , kind, bytes] = process.argv;
const text = 'x'.repeat(Number(bytes));
// As on a usual server, JSON is sent as a string, and a compressed page as bytes.
const body = kind === 'json' ? text : Buffer.from(text);
const headers = {
  'content-type': kind === 'json' ? 'application/json' : 'text/html',
  'content-length': text.length,
};

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.writeHead(200, headers).end(body);
    return;
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    JSON.parse(Buffer.concat(chunks).toString());
    response.writeHead(200, headers).end(body);
  });
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
