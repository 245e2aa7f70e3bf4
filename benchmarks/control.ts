/**
 * The control of every benchmark: the least that Node can do for a request. It reads a body and parses
 * it, or sends as many bytes as a page has, and stores nothing. Says its port on standard output.
 *
 *   node benchmarks/control.ts BYTES_OF_A_PAGE
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const answer = JSON.stringify({ joined: true });
const page = Buffer.alloc(Number(process.argv[2]), 'x');

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': page.length });
    response.end(page);
    return;
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    JSON.parse(Buffer.concat(chunks).toString());
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': answer.length,
    });
    response.end(answer);
  });
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
