import { type Call, calls } from '../../contract/calls.ts';

type AnyCall = Pick<Call<unknown, unknown>, 'method' | 'path' | 'access'>;

// Made once, because each start asks for the calls of more than a hundred routes several times.
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
