import { calls } from '../contract/calls.ts';
import type { CallSchema } from '../contract/schemas/call-schema.ts';
import { callSchemas } from '../contract/schemas/calls.ts';
import { type CallName, callNames } from './call-models.ts';
import type { Credentials } from './fuzz-credentials.ts';

type Query = Readonly<Record<string, string>>;

export interface Asked {
  method: string;
  path: string;
  query?: Query;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
}

/** A field without an entry in `knownValues` gets the first of these texts that its schema allows. */
const TEXTS = ['someone', '10'];

/** The parts of a schema from which a value can be made. */
interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly pattern?: string;
}

/** Makes a valid request for each alternative of the body of every call. The people in these requests do not exist. */
export function wellFormedRequests(credentials: Credentials): [CallName, Asked[]][] {
  const values = knownValues(credentials);
  const cookies = cookiesOf(credentials);
  return callNames.map((name) => {
    const { method, path } = calls[name];
    const { querystring, body }: CallSchema = callSchemas[name];
    const cookie = cookies[name];
    const asked: Asked = {
      ...{ method, path },
      ...(querystring && { query: sampleOf(querystring, name, values) as Query }),
      ...(cookie && { headers: { cookie } }),
    };
    if (!body) return [name, [asked]];
    const { anyOf = [body] }: Schema = body;
    return [name, anyOf.map((one) => ({ ...asked, body: sampleOf(one, name, values) }))];
  });
}

/** Values by the name of a field, where its schema does not say enough. */
function knownValues({ userId, proofs, codes: [right] }: Credentials): Record<string, unknown> {
  return {
    userId,
    proof: proofs[0],
    verificationId: right?.verificationId,
    code: right?.code,
    eventId: 'a-page-load-01',
    email: 'someone@example.com',
    idToken: 'a.b.c',
    phone: '+15550002000',
    profileImageUrl: '/one.png',
    at: new Date().toISOString(),
    search: 'no-inviter-has-this-name',
  };
}

/** Cookies of the calls that do not send the admin's session. */
function cookiesOf({ cookie, codes: [right] }: Credentials): Partial<Record<CallName, string>> {
  return {
    signIn: right?.cookie ?? cookie,
    // Not the admin's session, which later requests need.
    signOut: 'session=none',
  };
}

function sampleOf(schema: Schema, name: string, values: Record<string, unknown>): unknown {
  if (name in values) return values[name];
  if (schema.anyOf?.[0]) return sampleOf(schema.anyOf[0], name, values);
  if ('const' in schema) return schema.const;
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, part]) => [
          key,
          sampleOf(part, key, values),
        ]),
      );
    case 'array':
      return schema.items ? [sampleOf(schema.items, name, values)] : [];
    case 'integer':
    case 'number':
      return 1;
    case 'boolean':
      return true;
  }
  const text = TEXTS.find((one) => new RegExp(schema.pattern ?? '').test(one));
  if (!text) throw new Error(`No valid value for "${name}" is known: ${JSON.stringify(schema)}`);
  return text;
}
