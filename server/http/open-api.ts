import swagger from '@fastify/swagger';
import type { RouteHandlerMethod } from 'fastify';
import { brand } from '../../brand.ts';
import type { FastifyApp } from '../app-parts.ts';
import { cookieName, SESSION_COOKIE } from './credentials.ts';
import { createResource, type Resource, sendResource } from './resource.ts';

export const OPEN_API_PATH = '/api/openapi.json';

/**
 * Describes all calls whose routes are registered later. The document is made from the schemas that validate the
 * requests, so it always matches the calls.
 *
 * @returns the handler that sends the document
 */
export async function describeCalls(app: FastifyApp): Promise<RouteHandlerMethod> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${brand.product}: calls of the web side`,
        version: '1',
        description:
          'Every answer with a status of 400 or more is { error }, with one sentence for people.',
        contact: { email: brand.contactEmail },
      },
      components: {
        securitySchemes: {
          appKey: { type: 'http', scheme: 'bearer', description: 'A key of APP_API_KEYS.' },
          mailProvider: {
            type: 'http',
            scheme: 'basic',
            description: 'Any user name, with a password of WEBHOOK_KEYS.',
          },
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: cookieName(SESSION_COOKIE, true),
            description: `The cookie that a sign-in sets. Without https its name is ${SESSION_COOKIE}.`,
          },
        },
      },
    },
    transform: ({ schema, url }) => ({
      schema: schema?.operationId ? schema : { hide: true },
      url,
    }),
  });
  let document: Resource | undefined;
  return async (request, reply) => {
    document ??= createResource(
      { identity: Buffer.from(JSON.stringify(app.swagger())) },
      { 'cache-control': 'no-cache', 'content-type': 'application/json; charset=utf-8' },
    );
    return await sendResource(document, request, reply);
  };
}
