import type { Handler } from '../http/call.ts';
import { errors } from '../http/errors.ts';
import { canonicalPhone } from '../settings/parse-values.ts';
import type { SignInCodeSender } from './phone-provider.ts';

/** Sends a code to a phone. Only the browser that requested the code can use it. */
export function sendCode(codes: SignInCodeSender): Handler<'sendCode'> {
  return async (request, reply) => {
    const phone = canonicalPhone(request.body.phone);
    if (!phone) throw errors.invalidPhone();
    const { proof } = request.body;
    return { verificationId: await codes.send({ phone, proof }, request, reply) };
  };
}
