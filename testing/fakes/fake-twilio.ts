import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TwilioAccount } from '../../server/settings/identity-settings.ts';

/** An invented account, for servers that refuse to start without an SMS account. */
export const TWILIO_SETTINGS = {
  SMS_TWILIO_ACCOUNT_SID: `AC${'0a'.repeat(16)}`,
  SMS_TWILIO_AUTH_TOKEN: '0123456789abcdef'.repeat(2),
  SMS_FROM: '+15550009999',
} as const;

/** Replaces Twilio in tests, with the same protocol. */
export interface FakeTwilio {
  /** The only account that it accepts. */
  readonly account: TwilioAccount;
  /** The messages that it accepted, in order. */
  readonly messages: readonly { to: string; from: string; body: string }[];
  /** Makes it refuse every message, with an error of Twilio. */
  refuse(error: { status: number; code: number; message: string }): void;
  /** Resolves with the next message that it accepts. */
  next(): Promise<void>;
  close(): Promise<void>;
}

const {
  SMS_TWILIO_ACCOUNT_SID: ACCOUNT_SID,
  SMS_TWILIO_AUTH_TOKEN: AUTH_TOKEN,
  SMS_FROM: FROM,
} = TWILIO_SETTINGS;

export async function startFakeTwilio(): Promise<FakeTwilio> {
  const messages: { to: string; from: string; body: string }[] = [];
  let refusal: { status: number; code: number; message: string } | undefined;
  let arrival = Promise.withResolvers<void>();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await text(request));
    const problem = refusal ?? problemWith(request, form);
    if (problem) {
      const { status, code, message } = problem;
      // Twilio's error messages contain the number.
      const said = { code, message: message.replace('{to}', form.get('To') ?? ''), status };
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said));
      return;
    }
    const [to, from, body] = ['To', 'From', 'Body'].map((name) => form.get(name) ?? '');
    messages.push({ to: to ?? '', from: from ?? '', body: body ?? '' });
    response
      .writeHead(201, { 'content-type': 'application/json' })
      .end(JSON.stringify({ sid: `SM${messages.length}`, status: 'queued', to, from, body }));
    arrival.resolve();
    arrival = Promise.withResolvers();
  }

  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    account: {
      accountSid: ACCOUNT_SID,
      authToken: AUTH_TOKEN,
      from: FROM,
      url: `http://127.0.0.1:${port}`,
    },
    messages,
    refuse(error) {
      refusal = error;
    },
    next: () => arrival.promise,
    async close() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}

function problemWith(
  { method, url, headers }: IncomingMessage,
  form: URLSearchParams,
): { status: number; code: number; message: string } | undefined {
  const path = `/2010-04-01/Accounts/${ACCOUNT_SID}/Messages.json`;
  if (method !== 'POST' || url !== path) {
    return { status: 404, code: 20404, message: 'The requested resource was not found' };
  }
  const basic = Buffer.from(`${ACCOUNT_SID}:${AUTH_TOKEN}`).toString('base64');
  if (headers.authorization !== `Basic ${basic}`) {
    return { status: 401, code: 20003, message: 'Authenticate' };
  }
  const type = headers['content-type'] ?? '';
  if (!type.startsWith('application/x-www-form-urlencoded') || !form.get('Body')) {
    return { status: 400, code: 21602, message: 'Message body is required.' };
  }
  return undefined;
}
