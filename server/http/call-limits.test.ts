import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type CallName, callSchemas, calls } from '../../contract/calls.ts';
import type { CallSchema } from '../../contract/schemas/call-schema.ts';
import { createMailSite } from '../../testing/mail-site.ts';

const limited = Object.entries<CallSchema>(callSchemas).flatMap(([name, { limit }]) =>
  limit ? [{ name: name as CallName, ...limit }] : [],
);

describe('the limit of', () => {
  for (const { name, max, windowMs } of limited) {
    test(`${name} allows ${max} calls of an address, and refuses the next with 429`, async (t) => {
      const site = await createMailSite({ rateLimits: true });
      t.after(() => site.close());
      const { method, path: url } = calls[name];
      // The call refuses this body. Refused requests are also counted, and are answered faster.
      const body =
        method === 'GET' ? {} : { headers: { 'content-type': 'text/plain' }, payload: 'x' };
      const ask = () => site.app.inject({ method, url, ...body });
      for (let n = 0; n < max; n++) assert.notEqual((await ask()).statusCode, 429, `call ${n + 1}`);
      const refused = await ask();
      assert.equal(refused.statusCode, 429);
      assert.equal(refused.headers['retry-after'], String(windowMs / 1_000));
    });
  }
});
