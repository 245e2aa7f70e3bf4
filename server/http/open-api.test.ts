import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type Call, calls } from '../../contract/calls.ts';
import { createMailSite } from '../../testing/mail-site.ts';
import { createTestApp, siteForSuite } from '../../testing/test-app.ts';
import { sessionAccess } from './call.ts';
import { OPEN_API_PATH } from './open-api.ts';

interface Operation {
  operationId: string;
  summary: string;
  security: object[];
  parameters?: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: { required: boolean; content: Record<string, { schema: object }> };
  responses: Record<string, { description: string; content: Record<string, { schema: object }> }>;
}

describe('the OpenAPI document', () => {
  // A site with letters offers every call.
  const site = siteForSuite(() => createMailSite());
  let document: {
    openapi: string;
    info: { title: string; version: string };
    components: { securitySchemes: Record<string, object> };
    paths: Record<string, Record<string, Operation>>;
  };
  before(async () => {
    document = (await site.app.inject(OPEN_API_PATH)).json();
  });

  const documented = (): [where: string, operation: Operation][] =>
    Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]): [string, Operation] => [
        `${method.toUpperCase()} ${path}`,
        operation,
      ]),
    );
  const table = Object.entries<Call<unknown, unknown>>(calls).map(([name, call]) => ({
    name,
    call,
    where: `${call.method} ${call.path.replace(/:(\w+)/g, '{$1}')}`,
  }));

  test('lists every call of the contract and nothing else', () => {
    const listed = documented().map(([where, { operationId }]) => `${operationId}: ${where}`);
    const expected = table.map(({ name, where }) => `${name}: ${where}`);
    assert.deepEqual(listed.toSorted(), expected.toSorted());
  });

  test('of a site without letters does not list the calls and fields that letters add', async () => {
    await using without = await createTestApp();
    const text = (await without.app.inject(OPEN_API_PATH)).body;
    for (const name of ['confirmSignUp', 'choosePhone', 'getPosition', 'leaveWaitlist'])
      assert.ok(!text.includes(name), name);
    assert.doesNotMatch(text, /"via"/);
    assert.match(JSON.stringify(document), /"via"/);
  });

  test('has the access rule of the contract for each call', () => {
    assert.deepEqual(Object.keys(document.components.securitySchemes), [
      'appKey',
      'mailProvider',
      'session',
    ]);
    const operations = Object.fromEntries(documented());
    const session = [{ session: [] }];
    const guarded = Object.fromEntries(sessionAccess.map((access) => [access, session]));
    const keys = { app: [{ appKey: [] }], 'mail-provider': [{ mailProvider: [] }] };
    const expected = { anyone: [], ...keys, ...guarded };
    for (const { call, where } of table) {
      const security = expected[call.access as keyof typeof expected];
      assert.deepEqual(operations[where]?.security, security, where);
    }
  });

  test('has all fields that OpenAPI 3.1 requires for each call, and one shape for every error', () => {
    assert.match(document.openapi, /^3\.1\./);
    assert.ok(document.info.title && document.info.version);
    assert.doesNotMatch(JSON.stringify(document), /"\$ref"|"\$id"/);
    for (const [where, { summary, parameters = [], requestBody, responses }] of documented()) {
      assert.match(summary, /^[A-Z][^.]+$/, where);
      assert.deepEqual(
        parameters.flatMap((each) => (each.in === 'path' ? [[each.name, each.required]] : [])),
        [...where.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, true]),
        where,
      );
      const takesBody = /^(POST|PUT) /.test(where) && !where.includes('/leave/');
      assert.equal(requestBody?.required, takesBody ? true : undefined, where);
      const { 200: answer, '4XX': refused, '5XX': failed, ...others } = responses;
      assert.match(answer?.description ?? '', /^[A-Z].*\.$/, where);
      assert.deepEqual([failed, others], [refused, {}], where);
      const { schema } = refused?.content['application/json'] ?? {};
      const id = { type: 'string', enum: ['proof-needed', 'code-needed'] };
      const properties = { error: { type: 'string' }, id };
      assert.partialDeepStrictEqual(schema, { type: 'object', required: ['error'], properties });
    }
  });
});
