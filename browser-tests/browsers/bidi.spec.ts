import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { expect, test } from '@playwright/test';
import { connectBidi } from './bidi.ts';

/** Accepts one WebSocket (RFC 6455), as a browser with BiDi does. @returns its address, and how to end it */
async function acceptSocket(): Promise<{ address: string; end: () => Promise<void> }> {
  const server = createServer().listen(0, '127.0.0.1');
  let accepted: Duplex | undefined;
  server.on('upgrade', ({ headers }, socket) => {
    const key = `${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
    const accept = createHash('sha1').update(key).digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: ${accept}\r\n\r\n`,
    );
    accepted = socket;
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `ws://127.0.0.1:${port}`,
    async end() {
      accepted?.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

test('when the browser ends, the pending command and each later command fail', async () => {
  const { address, end } = await acceptSocket();
  const bidi = await connectBidi(address);
  const pending = expect(bidi.send('session.status', {})).rejects.toThrow('no connection');
  await end();
  await pending;
  await expect(bidi.send('session.status', {})).rejects.toThrow('no connection');
});

test('a connection to a browser that has ended fails', async () => {
  const { address, end } = await acceptSocket();
  await end();
  await expect(connectBidi(address)).rejects.toThrow('no connection');
});
