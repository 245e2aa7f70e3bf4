import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * When a client gives its connection to PostgreSQL back: never, like PgBouncer with `pool_mode = session`; or after each
 * transaction. The next transaction of any client then gets the connection that was given back last, or first (with
 * `server_round_robin`).
 */
export type Pooling = 'session' | 'last' | 'first';

/** PgBouncer refuses a client that sends other parameters. */
const KNOWN_PARAMETERS = ['user', 'database', 'application_name', 'client_encoding'];
/** Of the first message: its length and the version of the protocol. */
const BYTES_BEFORE_PARAMETERS = 8;
/** Of every other message: its type and length. See "Message Formats" in PostgreSQL's manual. */
const BYTES_OF_HEAD = 5;

/**
 * A fake of PgBouncer. It opens one connection to PostgreSQL for each client, so one is always free, and knows neither
 * passwords nor TLS.
 *
 * @param target PostgreSQL's port on this machine
 */
export async function startPooler(target: number, pooling: Pooling) {
  const sockets = new Set<Socket>();
  const free: Socket[] = [];
  /** The connection to PostgreSQL that a client has now, and the client of such a connection. */
  const partner = new Map<Socket, Socket>();

  const pooler = createServer((client) => {
    sockets.add(client.on('error', () => {}));
    client.once('data', (start) => {
      const words = start.toString('utf8', BYTES_BEFORE_PARAMETERS).split('\0');
      const unknown = words.find(
        (word, at) => at % 2 === 0 && word && !KNOWN_PARAMETERS.includes(word),
      );
      if (unknown) {
        client.end(fatal(`unsupported startup parameter: ${unknown}`));
        return;
      }
      pair(client, open());
      partner.get(client)?.write(start);
      client.on('data', (messages: Buffer) => {
        const isEnd = messages.toString('latin1', 0, 1) === 'X';
        if (isEnd) client.destroy();
        else behind(client)?.write(messages);
      });
    });
    client.on('close', () => partner.get(client)?.destroy());
  });

  function behind(client: Socket): Socket | undefined {
    const next = partner.get(client) ?? (pooling === 'first' ? free.shift() : free.pop());
    if (next) pair(client, next);
    return next;
  }

  function pair(client: Socket, server: Socket): void {
    partner.set(client, server).set(server, client);
  }

  function open(): Socket {
    const server = connect(target, '127.0.0.1').on('error', () => {});
    sockets.add(server);
    let unread: Buffer = Buffer.alloc(0);
    return server.on('data', (messages: Buffer) => {
      const client = partner.get(server);
      unread = Buffer.concat([unread, messages]);
      while (unread.length >= BYTES_OF_HEAD && unread.length > unread.readInt32BE(1)) {
        const isOutsideTransaction =
          unread.toString('latin1', 0, 1) === 'Z' && unread.toString('latin1', 5, 6) === 'I';
        unread = unread.subarray(1 + unread.readInt32BE(1));
        if (client && isOutsideTransaction && pooling !== 'session') {
          partner.delete(client);
          partner.delete(server);
          free.push(server);
        }
      }
      client?.write(messages);
    });
  }

  pooler.listen(0, '127.0.0.1');
  await once(pooler, 'listening');
  return {
    port: (pooler.address() as AddressInfo).port,
    close() {
      pooler.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

function fatal(message: string): Buffer {
  const fields = `SFATAL\0C08P01\0M${message}\0\0`;
  const head = Buffer.from('E    ');
  head.writeInt32BE(4 + fields.length, 1);
  return Buffer.concat([head, Buffer.from(fields)]);
}
