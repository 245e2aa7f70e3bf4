import { calls } from '../../contract/calls.ts';
import { ErrorResponse } from '../../contract/schemas/errors.ts';
import { SendCodeRequest, SendCodeResponse } from '../../contract/schemas/sign-in.ts';
import type { App } from '../app-parts.ts';
import { errors } from '../errors.ts';
import type { EmbeddedProvider } from '../identity/embedded.ts';
import { limits } from '../limits.ts';
import { canonicalPhone } from '../settings/phone.ts';

/** Sends a code to a phone. Only the browser that asked can use it. */
export function sendCode(app: App, provider: EmbeddedProvider): void {
  app.route({
    method: calls.sendCode.method,
    url: calls.sendCode.path,
    config: { rateLimit: limits.sendCode },
    schema: {
      summary: 'Send a code to a phone',
      body: SendCodeRequest,
      response: { 200: SendCodeResponse, '4xx': ErrorResponse, '5xx': ErrorResponse },
    },
    handler: async (request, reply) => {
      const phone = canonicalPhone(request.body.phone);
      if (!phone) throw errors.invalidPhone();
      const { proof } = request.body;
      return { verificationId: await provider.send({ phone, proof }, request, reply) };
    },
  });
}
