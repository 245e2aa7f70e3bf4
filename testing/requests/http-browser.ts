import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Call } from '../../contract/calls.ts';

export interface HttpAnswer {
  status: number | undefined;
  headers: NodeJS.Dict<string | string[]>;
  body: string;
}

/** Sends requests to a real server, with keep-alive and the cookies that it got. */
export class HttpBrowser {
  readonly cookies = new Map<string, string>();
  readonly #url: string;
  readonly #agent: Agent;

  constructor(url: string) {
    this.#url = url;
    this.#agent = new Agent({ keepAlive: true, maxSockets: 1 });
  }

  /** @throws unless the answer is complete */
  call(
    { method, path }: Pick<Call<unknown, unknown>, 'method' | 'path'>,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<HttpAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>();
    const cookie = [...this.cookies].map((pair) => pair.join('=')).join('; ');
    const outgoing = request(`${this.#url}${path}`, {
      method,
      agent: this.#agent,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(cookie && { cookie }),
        ...headers,
      },
    });
    outgoing.on('error', reject);
    outgoing.on('response', (response) => {
      for (const set of response.headers['set-cookie'] ?? []) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
        this.cookies.set(name, value);
      }
      const { statusCode: status, headers } = response;
      text(response).then((body) => resolve({ status, headers, body }), reject);
    });
    outgoing.end(body && JSON.stringify(body));
    return promise;
  }

  close(): void {
    this.#agent.destroy();
  }
}
