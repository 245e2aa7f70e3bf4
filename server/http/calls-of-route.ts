import { type Call, calls } from '../../contract/calls.ts';

type AnyCall = Pick<Call<unknown, unknown>, 'method' | 'path' | 'access'>;

/**
 * @returns the calls that a route answers: those with its path and one of its methods. HEAD counts as GET, because
 *   Fastify adds HEAD routes for GET routes
 */
export function callsOfRoute(
  { url, method }: { url: string; method: string | readonly string[] },
  all: readonly AnyCall[] = Object.values(calls),
): AnyCall[] {
  const methods = [method].flat();
  const isAnswered = (call: AnyCall) =>
    methods.includes(call.method) || (call.method === 'GET' && methods.includes('HEAD'));
  return all.filter((call) => call.path === url && isAnswered(call));
}
