import type { FastifyRequest } from 'fastify';
import { MAX_INVITER_ID_CHARACTERS } from '../../contract/inviters.ts';
import { StorageUnavailable } from '../../storage/errors.ts';
import type { Inviter, Inviters } from '../../storage/invites/inviters.ts';
import type { App, AppParts } from '../app-parts.ts';
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
  app: App,
  { storage }: Pick<AppParts, 'storage'>,
  id: string,
): Promise<Inviter | undefined> {
  // The storage caches each id that is looked up, so a long id would take memory.
  if (id.length > 2 * MAX_INVITER_ID_CHARACTERS) return undefined;
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
  windowMs: 60_000,
};

/** Finds the inviter of a link that a page was opened by. */
export type FindLinked = (request: FastifyRequest, id: string) => Promise<Inviter | undefined>;

export function limitUnknown(app: App, parts: AppParts): FindLinked {
  const unknown = countInMemory(parts, unknownInviters);
  return async ({ network }, id) => {
    if (unknown.isUsedUp(network)) return undefined;
    const inviter = await findInviter(app, parts, id);
    if (!inviter) unknown.count(network);
    return inviter;
  };
}

/** The query of a link. */
export function queryOf({ url }: FastifyRequest): URLSearchParams {
  const [, query = ''] = /\?(.*)/.exec(url) ?? [];
  return new URLSearchParams(query);
}

/** @returns the inviter with this id, or else with one of the other ids of `idsOf` */
async function findLinked(inviters: Inviters, ref: string): Promise<Inviter | undefined> {
  for (const id of idsOf(ref)) {
    const inviter = await inviters.find(id);
    if (inviter) return inviter;
  }
  return undefined;
}

/** The last character of a link that a chat may have added: not a letter or digit, or invisible, or percent-encoded. */
const ADDED = /(?:%(?:25)*[\dA-Fa-f]{0,2}|[^\p{L}\p{N}]|\p{Default_Ignorable_Code_Point})$/u;
/** A link of a text ends here, so the rest belongs to the text. */
const AFTER_LINK = /[\s&<>"“”«»[\]{}|\\^`]/u;
/** Each costs a query. Few links have more added characters. */
const MOST_IDS = 10;

/**
 * The ids that a link may mean, because chats and people add characters to the end of a link: a full stop, a bracket, a
 * quote, white space. The first is the text itself, and each of the next lacks one more of these characters.
 */
function idsOf(ref: string): readonly string[] {
  const [start = ''] = ref.split(AFTER_LINK, 1);
  const ids = [...shorten(ref).slice(0, MOST_IDS - 1), ...shorten(start).slice(-1)];
  return [...new Set(ids)].filter((id) => id !== '');
}

/** @returns the ids that a sign-up's `ref` may mean; none if it is no text, or too long for a link of an inviter */
export function linkedIds(ref: unknown): readonly string[] {
  const isText = typeof ref === 'string' && ref.length <= 2 * MAX_INVITER_ID_CHARACTERS;
  // UTF-8 cannot encode a lone surrogate: it would become U+FFFD, and could be another id.
  return isText && ref.isWellFormed() ? idsOf(ref) : [];
}

function shorten(id: string): string[] {
  const ids = [id];
  for (let last = id; ADDED.test(last); ids.push(last)) last = last.replace(ADDED, '');
  return ids;
}
