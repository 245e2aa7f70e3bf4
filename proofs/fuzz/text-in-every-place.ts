import { Agent, request } from 'node:http';
import { text as read } from 'node:stream/consumers';
import { pathTo } from '../../contract/calls.ts';
import { invitePicturePath } from '../../contract/link-previews.ts';
import { ANALYTICS_PATH, INVITE_PATH, inviteLink, inviteQuery } from '../../contract/screens.ts';
import type { SampleRequest } from '../../testing/requests/sample-requests.ts';
import type { Credentials } from './fuzz-credentials.ts';
import { wellFormedRequests } from './well-formed-requests.ts';

/** A request in which one text was replaced. */
export interface AlteredRequest extends SampleRequest {
  /** The place of the text, such as `putInviter body.username`. */
  where: string;
}
export interface Answered {
  status: number;
  location: string | undefined;
  refresh: string | undefined;
  body: string;
}

/** Requests for every call and page, each with the text in one place: body, path, query or header. */
export function* putInEveryPlace(
  text: string,
  credentials: Credentials,
): Generator<AlteredRequest> {
  const headers = { cookie: credentials.cookie, authorization: `Bearer ${credentials.key}` };
  for (const [name, requests] of wellFormedRequests(credentials)) {
    for (const plain of requests) {
      const asked = { ...plain, headers: { ...headers, ...plain.headers } };
      for (const one of insteadOfEach(text, asked)) yield { ...one, where: `${name} ${one.where}` };
    }
  }
  for (const path of pagesWith(text)) yield { method: 'GET', path, headers, where: path };
}

function* insteadOfEach(text: string, asked: SampleRequest): Generator<AlteredRequest> {
  const { path, query = {}, body, headers = {} } = asked;
  const plain = { ...asked, path: pathTo({ path }, 'someone') };
  if (path.includes(':')) yield { ...asked, path: pathTo({ path }, text), where: 'path' };
  for (const key of Object.keys(query)) {
    yield { ...plain, query: { ...query, [key]: text }, where: `query.${key}` };
  }
  yield { ...plain, query: { ...query, [text]: text }, where: 'query' };
  for (const [where, changed] of insteadOfEachIn(body, text)) {
    yield { ...plain, body: changed, where: `body${where}` };
  }
  // Keeps only the printable ASCII characters of the text: some of the others are not allowed in a header.
  const line = text.replace(/[^\x20-\x7e]/g, '');
  const others = {
    cookie: `session=${line}; sign-in=${line}`,
    authorization: `Bearer ${line}`,
    'user-agent': line,
    'x-forwarded-for': line,
    'x-forwarded-host': line,
    referer: line,
    host: line.replace(/\s/g, '') || 'x',
  };
  for (const [name, value] of Object.entries(others)) {
    yield { ...plain, headers: { ...headers, [name]: value }, where: name };
  }
}

function* insteadOfEachIn(value: unknown, text: string): Generator<[where: string, unknown]> {
  if (typeof value === 'string') yield ['', text];
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    for (const [where, changed] of insteadOfEachIn(part, text)) {
      const all = Array.isArray(value) ? [...value] : { ...value };
      yield [`.${key}${where}`, Object.assign(all, { [key]: changed })];
    }
  }
}

function pagesWith(text: string): string[] {
  const encoded = encodeURIComponent(text);
  return [
    `/?${encoded}=${encoded}`,
    `/${encoded}`,
    inviteLink(text),
    `${INVITE_PATH}/${encoded}`,
    `${INVITE_PATH}/?${inviteQuery.plan}=${encoded}`,
    invitePicturePath(text),
    `${ANALYTICS_PATH}?search=${encoded}`,
    `/metrics?${encoded}`,
  ];
}

/** Sends requests to a server, and follows no redirects. */
export class Asker {
  readonly #url: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 8 });

  constructor(url: string) {
    this.#url = url;
  }

  ask({ method, path, query = {}, body, headers }: SampleRequest): Promise<Answered> {
    const { promise, resolve, reject } = Promise.withResolvers<Answered>();
    const search = new URLSearchParams(query).toString();
    const { hostname, port } = new URL(this.#url);
    const outgoing = request({
      ...{ hostname, port, method, agent: this.#agent },
      path: search ? `${path}?${search}` : path,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    });
    outgoing.on('error', reject);
    outgoing.on('response', (response) => {
      const { statusCode: status = 0, headers } = response;
      const { location, refresh } = headers as Record<string, string | undefined>;
      const answer = { status, location, refresh };
      // The live stream never ends.
      if (headers['content-type'] === 'text/event-stream') {
        resolve({ ...answer, body: '' });
        response.destroy();
        return;
      }
      read(response).then((body) => resolve({ ...answer, body }), reject);
    });
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
    return promise;
  }

  close(): void {
    this.#agent.destroy();
  }
}
