import type { FastifyReply, FastifyRequest } from 'fastify';
import { LruMap } from 'toad-cache';
import { MINUTE_MS } from '../../contract/durations.ts';
import { displayName } from '../../contract/inviters.ts';
import { GENERAL_INVITE_PICTURE } from '../../contract/link-previews.ts';
import type { AppParts, FastifyApp } from '../app-parts.ts';
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

/** About 8 MB. */
const MAX_PICTURES = 100;
/** Each takes a processor for about a tenth of a second. */
const MAX_DRAWN_AT_ONCE = 16;

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
  /** By name; undefined if the name cannot be drawn: see `drawnName`. */
  const pictures = new LruMap<Promise<Resource | undefined>>(MAX_PICTURES);
  let underWay = 0;

  return async (request: FastifyRequest<{ Params: { picture: string } }>, reply: FastifyReply) => {
    const [, id] = /^(.*)\.png$/s.exec(request.params.picture) ?? [];
    if (id === undefined) return reply.callNotFound();
    const inviter = await findInviter(app, parts, id);
    const name = inviter && displayName(inviter);
    const png = name && (await paint(name));
    // The picture shows a person's name, so image search must not list it.
    reply.header('x-robots-tag', 'noindex');
    const picture = png
      ? withCacheControl(CACHED, png)
      : withCacheControl(CACHED_BRIEFLY, general());
    return sendResource(picture, request, reply);
  };

  async function paint(name: string): Promise<Resource | undefined> {
    const known = pictures.get(name);
    if (known) return await known;
    if (underWay >= MAX_DRAWN_AT_ONCE) return undefined;
    const made = draw(name);
    pictures.set(name, made);
    return await made;
  }

  async function draw(name: string): Promise<Resource | undefined> {
    underWay++;
    try {
      return toResource(await painter.paint(name));
    } catch (error) {
      app.log.error({ err: error }, 'The picture of an invite could not be drawn.');
      // The next request tries again.
      pictures.delete(name);
      return undefined;
    } finally {
      underWay--;
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

function withCacheControl(cacheControl: string, resource: Resource): Resource {
  return { ...resource, headers: { ...resource.headers, 'cache-control': cacheControl } };
}
