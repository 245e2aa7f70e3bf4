import { startTcpProxy } from '../testing/databases/tcp-proxy.ts';

/** A network that loses answers after the server has done the work. */
export interface LossyNetwork {
  /** Where requests go instead of to the server. */
  readonly url: string;
  /** How many answers it has lost so far. */
  dropped(): number;
  close(): Promise<void>;
}

/** Passes requests on to a server, and a share of its answers not back. */
export async function startLossyNetwork(serverUrl: string, share: number): Promise<LossyNetwork> {
  const proxy = await startTcpProxy(Number(new URL(serverUrl).port));
  proxy.loseAnswers(share);
  return {
    url: `http://127.0.0.1:${proxy.port}`,
    dropped: () => proxy.lostAnswers,
    close: () => proxy.close(),
  };
}
