import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import {
  type BodyOf,
  type CallName,
  callSchemas,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
} from '../../contract/calls.ts';
import { type CallSchema, ErrorResponse } from '../../contract/schemas/call-schema.ts';
import type { Session } from '../../storage/identity/sessions.ts';
import type { FastifyApp } from '../app-parts.ts';
import { readJsonBodies } from './json-body.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may make the call of a route; undefined for a route without a call. */
    access?: CallSchema['access'];
    doesNotExtendSession?: CallSchema['doesNotExtendSession'];
  }
}

declare const VALUE: unique symbol;

/** A reply that was sent with JSON of this type. */
export type Sent<Value> = FastifyReply & { readonly [VALUE]: Value };

/** A request whose parts were validated by the schemas of its call. Calls that need a session have one. */
export type CallRequest<Name extends CallName> = FastifyRequest<{
  Body: BodyOf<Name>;
  Params: ParamsOf<Name>;
  Querystring: QueryOf<Name>;
}> &
  ((typeof callSchemas)[Name]['access'] extends SessionAccess ? { session: Session } : unknown);

/**
 * What a handler returns: the JSON body, or the reply with which it sent this body. A call that does not answer with
 * JSON may return any reply.
 */
type Result<Name extends CallName> =
  | ResponseOf<Name>
  | Sent<ResponseOf<Name>>
  | ((typeof callSchemas)[Name] extends { media: object } ? FastifyReply : never);

/** Answers a call. */
export type Handler<Name extends CallName> = (
  request: CallRequest<Name>,
  reply: FastifyReply,
) => Result<Name> | Promise<Result<Name>>;

/** The handler of each call; undefined for a call that this site does not offer. */
export type Handlers = { readonly [Name in CallName]: Handler<Name> | undefined };

/** Schemas that a site uses instead of those of `callSchemas`. */
export type ChangedSchemas = { readonly [Name in CallName]?: CallSchema };

/** For the OpenAPI document: the credentials of each kind of caller. */
const credentials: Readonly<Record<CallSchema['access'], Record<string, string[]>[]>> = {
  anyone: [],
  app: [{ appKey: [] }],
  'mail-provider': [{ mailProvider: [] }],
  session: [{ session: [] }],
  admin: [{ session: [] }],
  waitlist: [{ session: [] }],
  'waitlist-fresh': [{ session: [] }],
};

/** Adds the route of every call that has a handler. */
export function registerCalls(app: FastifyApp, handlers: Handlers, changed: ChangedSchemas): void {
  const schemas = Object.entries<CallSchema>({ ...callSchemas, ...changed });
  for (const [name, schema] of schemas as [CallName, CallSchema][]) {
    const handler = handlers[name];
    if (!handler) continue;
    const { method, path, access, doesNotExtendSession, ...rest } = schema;
    const { limit, maxBodyBytes, checksOwnBody, takesPlainText, ignoresBody, ...shown } = rest;
    const { media, response, ...described } = shown;
    const route: RouteOptions = {
      method,
      url: path,
      config: {
        access,
        doesNotExtendSession,
        ...(limit && { rateLimit: { ...limit, groupId: name } }),
      },
      ...(maxBodyBytes && { bodyLimit: maxBodyBytes }),
      ...(checksOwnBody && { validatorCompiler: () => () => true }),
      // A HEAD request to a list would read the whole list.
      exposeHeadRoute: !isForAdmins(access),
      schema: {
        ...described,
        operationId: name,
        security: credentials[access],
        response: {
          200: media
            ? { description: media.description, content: { [media.type]: { schema: response } } }
            : response,
          '4xx': ErrorResponse,
          '5xx': ErrorResponse,
        },
      },
      // `Handlers` gives each handler the types of its call. In a loop over all calls TypeScript loses this relation.
      handler: handler as never,
    };
    if (ignoresBody) routeWith(ignoreBodies, app, route);
    else if (takesPlainText) routeWith((scope) => readJsonBodies(scope, PLAIN), app, route);
    else app.route(route);
  }
}

const PLAIN = ['application/json', 'text/plain'];

/** Registers the route in its own Fastify scope, because only this route accepts bodies of these types. */
function routeWith(
  readBodies: (scope: FastifyApp) => void,
  app: FastifyApp,
  route: RouteOptions,
): void {
  app.register(async (scope) => {
    readBodies(scope);
    scope.route(route);
  });
}

/** Lets the routes of a Fastify scope accept bodies of any type, which are not read. */
export function ignoreBodies(scope: FastifyApp): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null));
}

/** The kinds of access that a session gives. Each includes those before it. */
export const sessionAccess = ['session', 'admin', 'waitlist', 'waitlist-fresh'] as const;
export type SessionAccess = (typeof sessionAccess)[number];

export function isForAdmins(access: CallSchema['access']): boolean {
  return sessionAccess.indexOf(access as SessionAccess) >= sessionAccess.indexOf('admin');
}
