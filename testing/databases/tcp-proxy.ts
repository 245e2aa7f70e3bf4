import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy with a fixed address, whose target can change and whose network can fail. */
export interface TcpProxy {
  readonly port: number;
  /** Breaks all connections, and passes new ones to another port of this machine. */
  switchTo(port: number): void;
  /** Breaks all connections. */
  cut(): void;
  /** Breaks all connections and accepts no new ones until `restore`. */
  refuse(): void;
  /** Passes nothing on until `restore`, and closes nothing, as if the machine or the network had failed. */
  stall(): void;
  /** Ends `refuse` and `stall`. Stalled connections stay silent, as after a firewall has dropped their state. */
  restore(): void;
  close(): Promise<void>;
}

/** @param target a port of this machine */
export async function startTcpProxy(target: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let state: 'passing' | 'refusing' | 'stalled' = 'passing';

  const server = createServer((client) => {
    track(client, [client]);
    if (state === 'refusing') client.destroy();
    if (state === 'stalled') client.pause();
    if (state !== 'passing') return;
    const behind = connect(target, '127.0.0.1');
    const both = [client, behind];
    track(client, both);
    track(behind, both);
    client.pipe(behind);
    behind.on('data', (answer) => {
      if (state !== 'stalled') client.write(answer);
    });
  });
  const track = (socket: Socket, together: readonly Socket[]) => {
    sockets.add(socket);
    const endAll = () => {
      sockets.delete(socket);
      for (const other of together) other.destroy();
    };
    socket.on('error', endAll).on('close', endAll);
  };
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    port: (server.address() as AddressInfo).port,
    cut,
    switchTo(port) {
      target = port;
      cut();
    },
    refuse() {
      state = 'refusing';
      cut();
    },
    stall() {
      state = 'stalled';
      for (const socket of sockets) {
        socket.unpipe();
        socket.pause();
      }
    },
    restore() {
      state = 'passing';
    },
    async close() {
      server.close();
      cut();
      await once(server, 'close');
    },
  };
}
