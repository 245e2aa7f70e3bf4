import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import {
  type BodyOf,
  type Call,
  type CallName,
  callSchemas,
  calls,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
} from '../../contract/calls.ts';
import { type CallSchema, ErrorResponse } from '../../contract/schemas/call-schema.ts';
import type { App } from '../app-parts.ts';

declare const VALUE: unique symbol;

/** A reply that was sent with JSON of this type. */
export type Sent<Value> = FastifyReply & { readonly [VALUE]: Value };

/** A request whose parts were validated by the schemas of its call. */
export type CallRequest<Name extends CallName> = FastifyRequest<{
  Body: BodyOf<Name>;
  Params: ParamsOf<Name>;
  Querystring: QueryOf<Name>;
}>;

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
  session: [{ session: [] }],
  admin: [{ session: [] }],
  waitlist: [{ session: [] }],
  'waitlist-fresh': [{ session: [] }],
};

/** Adds the route of every call that has a handler. */
export function registerCalls(app: App, handlers: Handlers, changed: ChangedSchemas = {}): void {
  const schemas = Object.entries<CallSchema>({ ...callSchemas, ...changed });
  for (const [name, schema] of schemas as [CallName, CallSchema][]) {
    const handler = handlers[name];
    if (!handler) continue;
    const { method, path, access, ...rest } = schema;
    const { limit, maxBodyBytes, checksOwnBody, ignoresBody, media, response, ...described } = rest;
    const route: RouteOptions = {
      method,
      url: path,
      config: limit ? { rateLimit: { ...limit, groupId: name } } : {},
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
    if (ignoresBody) routeWithoutBody(app, route);
    else app.route(route);
  }
}

/** Registers the route in its own Fastify scope, because only this route accepts bodies that are not JSON. */
function routeWithoutBody(app: App, route: RouteOptions): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null));
    scope.route(route);
  });
}

/** Runs before the body of a request is read. An error that it throws refuses the request. */
type Check = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/**
 * Adds a check to each route for which `checkOf` returns one. A route's checks run in the order of these calls, which
 * must precede the registration of the route.
 */
export function checkRoutes(app: App, checkOf: (route: RouteOptions) => Check | undefined): void {
  app.addHook('onRoute', (route) => {
    const check = checkOf(route);
    if (check) route.onRequest = [...[route.onRequest ?? []].flat(), check];
  });
}

/** The kinds of access that a session gives. Each includes those before it. */
export const sessionAccess = ['session', 'admin', 'waitlist', 'waitlist-fresh'] as const;
export type SessionAccess = (typeof sessionAccess)[number];

export function isForAdmins(access: CallSchema['access']): boolean {
  return sessionAccess.indexOf(access as SessionAccess) >= sessionAccess.indexOf('admin');
}

type AnyCall = Pick<Call<unknown, unknown>, 'method' | 'path' | 'access'>;

const callsByPath = Map.groupBy<string, AnyCall>(Object.values(calls), ({ path }) => path);

/** @returns the calls of a path, with any method */
export function callsAt(path: string): readonly AnyCall[] {
  return callsByPath.get(path) ?? [];
}

/**
 * @returns the calls that a route answers: those with its path and one of its methods. HEAD counts as GET, because
 *   Fastify adds HEAD routes for GET routes
 */
export function callsOfRoute(route: {
  url: string;
  method: string | readonly string[];
}): AnyCall[] {
  const methods = [route.method].flat();
  return callsAt(route.url).filter(
    ({ method }) => methods.includes(method) || (method === 'GET' && methods.includes('HEAD')),
  );
}
