import type { FastifyReply, FastifyRequest } from 'fastify';
import { MINUTE_MS } from '../../contract/durations.ts';
import { displayName } from '../../contract/inviters.ts';
import { GENERAL_INVITE_PICTURE } from '../../contract/link-previews.ts';
import type { AppParts, FastifyApp } from '../app-parts.ts';
import { BoundedCache } from '../http/bounded-cache.ts';
import { UnderWay } from '../http/connections.ts';
import type { AddressLimit } from '../http/request-source.ts';
import { createResource, type Resource, sendResource } from '../http/resource.ts';
import { contentType } from '../pages/build.ts';
import { findInviter } from './find-inviter.ts';
import type { InvitePainter } from './invite-painter.ts';

/** The limit is high, because most requests come from the servers of chat apps, and one address serves many people. */
export const pictureRequests: AddressLimit = {
  groupId: 'invitePicture',
  max: 600,
  windowMs: MINUTE_MS,
};

/** Short, because caches would otherwise keep the picture with the name of an erased person. */
const CACHED = 'public, max-age=3600, must-revalidate';
/** For the general picture, because the inviter's own may exist soon. */
const CACHED_BRIEFLY = 'public, max-age=300';

/** `bytes` is enough for about a hundred pictures. The other entries are names that cannot be drawn. */
const BOUNDS = { entries: 1_000, bytes: 8 * 1024 * 1024, underWay: 16 };
/** Pictures that one address may have drawn at the same time, so that it does not take all places of `underWay`. */
const MOST_OF_ADDRESS = 6;

interface Picture {
  /** Undefined if the name cannot be drawn: see `drawnName`. */
  png: Resource | undefined;
}

/**
 * The picture that chat apps show for an inviter's link. Chat apps show nothing for an error, so the general picture is
 * sent instead: if the inviter is unknown, the name cannot be drawn, too many pictures are being drawn, or drawing
 * fails. The version in the addresses of pages (`?v=`) is not read: it only lets caches fetch the picture again after a
 * change.
 */
export function createInvitePicture(
  app: FastifyApp,
  parts: AppParts,
  painter: InvitePainter,
  files: () => ReadonlyMap<string, Resource>,
  notFound: () => Resource,
) {
  const pictures = new BoundedCache<Picture>(
    BOUNDS,
    ({ png }) => png?.variants.identity.body.length ?? 0,
  );
  const underWay = new UnderWay();

  return async (request: FastifyRequest<{ Params: { picture: string } }>, reply: FastifyReply) => {
    const [, id] = /^(.*)\.png$/s.exec(request.params.picture) ?? [];
    if (id === undefined) return reply.callNotFound();
    const inviter = await findInviter(app, parts, id);
    const name = inviter && displayName(inviter);
    const png = name && (await paint(name, request.network));
    // The picture shows a person's name, so image search must not list it.
    reply.header('x-robots-tag', 'noindex');
    const picture = png
      ? withCacheControl(CACHED, png)
      : withCacheControl(CACHED_BRIEFLY, general());
    return sendResource(picture, request, reply);
  };

  async function paint(name: string, address: string): Promise<Resource | undefined> {
    const end = underWay.begin(address, MOST_OF_ADDRESS);
    if (!end) return pictures.getKept(name)?.png;
    try {
      const make = async () => ({ png: toResource(await painter.paint(name)) });
      return (await pictures.get(name, make))?.png;
    } catch (error) {
      app.log.error({ err: error }, 'The picture of an invite could not be drawn.');
      return undefined;
    } finally {
      end();
    }
  }

  function general(): Resource {
    return files().get(GENERAL_INVITE_PICTURE) ?? notFound();
  }
}

function toResource(identity: Buffer | undefined): Resource | undefined {
  if (!identity) return undefined;
  return createResource(
    { identity },
    { 'content-type': contentType('.png'), 'cross-origin-resource-policy': 'cross-origin' },
  );
}

function withCacheControl(cacheControl: string, { headers, variants }: Resource): Resource {
  return { variants, headers: { ...headers, 'cache-control': cacheControl } };
}
