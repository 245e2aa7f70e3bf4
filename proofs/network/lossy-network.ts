import { startTcpProxy } from '../../testing/databases/tcp-proxy.ts';

/** A proxy that drops answers, after the server has done the work. */
export interface LossyNetwork {
  /** The proxy's address, to be used instead of the server's. */
  readonly url: string;
  /** Number of answers that were dropped. */
  dropped(): number;
  close(): Promise<void>;
}

/** Passes all requests to a server, and drops a share of its answers. */
export async function startLossyNetwork(serverUrl: string, share: number): Promise<LossyNetwork> {
  const proxy = await startTcpProxy(Number(new URL(serverUrl).port));
  proxy.loseAnswers(share);
  return {
    url: `http://127.0.0.1:${proxy.port}`,
    dropped: () => proxy.lostAnswers,
    close: () => proxy.close(),
  };
}
