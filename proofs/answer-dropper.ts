import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A network that loses answers after the server has done the work. */
export interface AnswerDropper {
  /** Where requests go instead of to the server. */
  readonly url: string;
  /** How many answers it has lost so far. */
  dropped(): number;
  close(): Promise<void>;
}

/**
 * Passes connections on to a server. Of the answers that come back it withholds a share, and breaks
 * the connection instead. An answer must fit into one packet.
 */
export async function dropAnswers(serverUrl: string, share: number): Promise<AnswerDropper> {
  const { hostname, port } = new URL(serverUrl);
  let dropped = 0;
  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname);
    const endBoth = () => {
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) socket.on('error', endBoth).on('close', endBoth);
    client.on('data', (request) => server.write(request));
    server.on('data', (answer) => {
      if (Math.random() >= share) return client.write(answer);
      dropped++;
      return endBoth();
    });
  });
  const sockets = new Set<Socket>();
  proxy.on('connection', (socket) => sockets.add(socket));
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    dropped: () => dropped,
    async close() {
      for (const socket of sockets) socket.destroy();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
