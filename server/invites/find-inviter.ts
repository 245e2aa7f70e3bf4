import type { FastifyRequest } from 'fastify';
import {
  codeIn,
  idsIn,
  nameIn,
  parametersOf,
  queryOf,
  readQuery,
} from '../../contract/damaged-links.ts';
import { MINUTE_MS } from '../../contract/durations.ts';
import { FROM_QUERY, inviteQuery, VIA_QUERY } from '../../contract/screens.ts';
import { StorageUnavailable } from '../../storage/errors.ts';
import type { Inviter, Inviters } from '../../storage/invites/inviters.ts';
import type { AppParts, FastifyApp } from '../app-parts.ts';
import type { Handler } from '../http/call.ts';
import { errors } from '../http/errors.ts';
import { type AddressLimit, countInMemory } from '../http/request-source.ts';

/** For how long browsers and caches may keep a profile. */
const PROFILE_KEPT = 'public, max-age=60, must-revalidate';

/** The public profile of an inviter, for the invite page. */
export function getInviter({ storage: { inviters } }: AppParts): Handler<'getInviter'> {
  return async (request, reply) => {
    const inviter = await findLinked(inviters, request.params.id);
    // The 404 must not be cached: the app may add the profile a moment later.
    if (!inviter) throw errors.unknownInviter();
    reply.header('cache-control', PROFILE_KEPT);
    const { profileImageUrl, username, firstName } = inviter;
    return { profileImageUrl, username, firstName };
  };
}

/**
 * Finds the inviter of a link. While the database is unavailable, an inviter counts as unknown unless the storage has
 * the profile in memory. Chat apps fetch a link only once, so a preview without a name is better than an error.
 *
 * @param id is any text, because strangers can put any text into a link
 */
export async function findInviter(
  app: FastifyApp,
  { storage }: Pick<AppParts, 'storage'>,
  id: string,
): Promise<Inviter | undefined> {
  try {
    return await findLinked(storage.inviters, id);
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) {
      app.log.error({ err: error }, 'An invite page or its picture was shown without its inviter.');
    }
    return undefined;
  }
}

/** Each link with an unknown inviter causes queries. Above the limit, an address gets only general pages. */
export const unknownInviters: AddressLimit = {
  groupId: 'unknownInviters',
  max: 600,
  windowMs: MINUTE_MS,
};

/** A link that opens a page. */
export interface OpenedLink {
  /** With the id, code and name that are meant, if these are known. */
  readonly query: URLSearchParams;
  readonly inviter: Inviter | undefined;
  /** Whether the browser must open the page by `query` instead: the page's script reads it, and people share it. */
  readonly isDamaged: boolean;
}

export type ReadLink = (request: FastifyRequest) => Promise<OpenedLink>;

export function createLinkReader(app: FastifyApp, parts: AppParts): ReadLink {
  const unknown = countInMemory(parts, unknownInviters);

  async function find(network: string, ref: string): Promise<Inviter | undefined> {
    if (unknown.isUsedUp(network)) return undefined;
    const inviter = await findInviter(app, parts, ref);
    if (!inviter) unknown.count(network);
    return inviter;
  }

  return async ({ url, network }) => {
    const query = readQuery(url);
    const ref = query.get(inviteQuery.inviter);
    const inviter = ref ? await find(network, ref) : undefined;
    const meant = {
      [inviteQuery.inviter]: inviter?.id,
      [VIA_QUERY]: codeIn(query.get(VIA_QUERY)),
      [FROM_QUERY]: nameIn(query.get(FROM_QUERY), parts.linkNames),
    };
    for (const [name, value] of Object.entries(meant)) if (value) query.set(name, value);
    return {
      query,
      inviter,
      isDamaged: String(query) !== String(parametersOf(queryOf(url))),
    };
  };
}

async function findLinked(inviters: Inviters, ref: string): Promise<Inviter | undefined> {
  for (const id of idsIn(ref)) {
    const inviter = await inviters.find(id);
    if (inviter) return inviter;
  }
  return undefined;
}
