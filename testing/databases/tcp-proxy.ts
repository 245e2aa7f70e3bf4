import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** One address that stays while what is behind it changes, and a network that can fail. */
export interface TcpProxy {
  readonly port: number;
  /** Leads new connections to another port of this machine, and breaks those that there are. */
  switchTo(port: number): void;
  /** Breaks all connections. */
  cut(): void;
  /** Breaks all connections and takes no new ones until `restore`. */
  refuse(): void;
  /** Passes nothing on until `restore`, and closes nothing: a machine or a cable that is gone. */
  stall(): void;
  /** Loses a share of the answers from now on: it breaks the connection instead. Each must fit into one packet. */
  loseAnswers(share: number): void;
  /** How many answers were lost. */
  readonly lostAnswers: number;
  /** Ends `refuse` and `stall`. Connections that were stalled stay dead, as behind a firewall that forgot them. */
  restore(): void;
  close(): Promise<void>;
}

/** @param target a port of this machine */
export async function startTcpProxy(target: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let state: 'passing' | 'refusing' | 'stalled' = 'passing';
  let lostShare = 0;
  let lostAnswers = 0;

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
      if (state === 'stalled') return;
      if (Math.random() >= lostShare) {
        client.write(answer);
        return;
      }
      lostAnswers++;
      for (const socket of both) socket.destroy();
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
    get lostAnswers() {
      return lostAnswers;
    },
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
    loseAnswers(share) {
      lostShare = share;
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
