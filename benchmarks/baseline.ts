/**
 * The baseline of every benchmark: the least that Node can do for a request. It reads a body and parses it, or sends as
 * many bytes as a page or a profile has, and stores nothing. At start it prints its port.
 *
 *   node benchmarks/baseline.ts BYTES_OF_A_PAGE
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const answer = JSON.stringify({ joined: true });
const profile = JSON.stringify({ profileImageUrl: null, username: 'ana_92', firstName: 'Ana' });
const page = Buffer.alloc(Number(process.argv[2]), 'x');

const server = createServer((request, response) => {
  if (request.url?.startsWith('/api/users/')) {
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': profile.length,
    });
    response.end(profile);
    return;
  }
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
