type Message =
  | { type: 'success'; id: number; result: never }
  | { type: 'error'; id: number; error: string; message: string }
  | { type: 'event'; method: string; params: never };

const NOT_CONNECTED = 'There is no connection to the browser.';

/** A connection with the protocol of https://www.w3.org/TR/webdriver-bidi/. */
export interface Bidi {
  send<Result>(method: string, parameters: object): Promise<Result>;
  on<Event>(method: string, listener: (event: Event) => void): void;
  close(): void;
}

/** @throws if the connection fails. When a connection has ended, each `send` throws */
export async function connectBidi(address: string): Promise<Bidi> {
  const socket = new WebSocket(address);
  const opened = Promise.withResolvers<void>();
  const waiting = new Map<number, PromiseWithResolvers<never>>();
  const listeners = new Map<string, (event: never) => void>();
  let lastId = 0;

  socket.addEventListener('message', ({ data }) => {
    const message: Message = JSON.parse(data);
    if (message.type === 'event') {
      listeners.get(message.method)?.(message.params);
      return;
    }
    const { resolve, reject } = waiting.get(message.id) ?? {};
    waiting.delete(message.id);
    if (message.type === 'success') resolve?.(message.result);
    else reject?.(new Error(`${message.error}: ${message.message}`));
  });
  socket.addEventListener('open', () => opened.resolve());
  socket.addEventListener('close', () => {
    for (const { reject } of [opened, ...waiting.values()]) reject(new Error(NOT_CONNECTED));
  });
  await opened.promise;

  return {
    async send(method, params) {
      // A closed socket drops what it is given, so there would be no answer.
      if (socket.readyState !== WebSocket.OPEN) throw new Error(NOT_CONNECTED);
      lastId += 1;
      const answer = Promise.withResolvers<never>();
      waiting.set(lastId, answer);
      socket.send(JSON.stringify({ id: lastId, method, params }));
      return await answer.promise;
    },
    on(method, listener) {
      listeners.set(method, listener);
    },
    close() {
      socket.close();
    },
  };
}
