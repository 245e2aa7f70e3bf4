import { displayName } from '../../contract/inviters.ts';
import { GENERAL_INVITE_PICTURE, INVITE_PICTURE_ROUTE } from '../../contract/link-previews.ts';
import type { App, AppParts } from '../app-parts.ts';
import { BoundedCache } from '../http/bounded-cache.ts';
import { addressOf } from '../http/client-network.ts';
import type { AddressLimit } from '../http/limits.ts';
import { createResource, type Resource, sendResource } from '../http/resource.ts';
import { contentType } from '../pages/build.ts';
import { FairQueue } from './fair-queue.ts';
import { findInviter } from './find-inviter.ts';
import { PainterProcess } from './picture/painter-process.ts';

/** The limit is high, because most requests come from the servers of chat apps, and one address serves many people. */
export const pictureRequests: AddressLimit = {
  groupId: 'invitePicture',
  max: 600,
  windowMs: 60_000,
};

/** Short, because caches would otherwise keep the picture with the name of an erased person. */
const CACHED = 'public, max-age=3600, must-revalidate';
/** For the general picture, because the inviter's own may exist soon. */
const CACHED_BRIEFLY = 'public, max-age=300';

/** `bytes` is enough for about fifty pictures. The other entries are names that cannot be drawn and need no bytes. */
const BOUNDS = { entries: 1_000, bytes: 8 * 1024 * 1024, underWay: 1 };
/** The maximum number of waiting pictures. With so many, the last picture is drawn after a second or two. */
const MOST_WAITING = 24;

interface Picture {
  /** Undefined if the name cannot be drawn: see `drawnName`. */
  png: Resource | undefined;
}

/**
 * Serves the picture that chat apps show for an inviter's link. The general picture is sent if the inviter is unknown,
 * the name cannot be drawn, the queue is full or drawing fails, because chat apps show nothing for an error. The
 * version in the addresses of pages (`?v=`) is not read: it only lets caches fetch the picture again after a change.
 *
 * @param pictureBase the SVG on which the name is drawn
 */
export function registerInvitePicture(
  app: App,
  parts: AppParts,
  pictureBase: string,
  files: () => ReadonlyMap<string, Resource>,
  notFound: () => Resource,
): void {
  const painter = new PainterProcess(pictureBase);
  const pictures = new BoundedCache<Picture>(
    BOUNDS,
    ({ png }) => png?.variants.identity.body.length ?? 0,
  );
  const queue = new FairQueue<Picture | undefined>(MOST_WAITING);
  app.addHook('onClose', () => painter.close());

  app.get<{ Params: { picture: string } }>(
    INVITE_PICTURE_ROUTE,
    { config: { rateLimit: pictureRequests } },
    async (request, reply) => {
      const [, id] = /^(.*)\.png$/s.exec(request.params.picture) ?? [];
      if (id === undefined) return reply.callNotFound();
      const inviter = await findInviter(app, parts, id);
      const name = inviter && displayName(inviter);
      const png = name && (await paint(name, addressOf(request)));
      // The picture shows a person's name, so image search must not list it.
      reply.header('x-robots-tag', 'noindex');
      const picture = png ? keepFor(CACHED, png) : keepFor(CACHED_BRIEFLY, general());
      return sendResource(picture, request, reply);
    },
  );

  async function paint(name: string, address: string): Promise<Resource | undefined> {
    const make = async () => ({ png: toResource(await painter.paint(name)) });
    try {
      const picture =
        pictures.getKept(name) ??
        // Addresses take turns, so that no address can delay the pictures of others for long.
        (await queue.get(name, address, () => pictures.get(name, make)));
      return picture?.png;
    } catch (error) {
      app.log.error({ err: error }, 'The picture of an invite could not be drawn.');
      return undefined;
    }
  }

  function general(): Resource {
    return files().get(GENERAL_INVITE_PICTURE) ?? notFound();
  }
}

function toResource(png: Uint8Array | undefined): Resource | undefined {
  if (!png) return undefined;
  return createResource(
    { identity: Buffer.from(png.buffer, png.byteOffset, png.byteLength) },
    { 'content-type': contentType('.png'), 'cross-origin-resource-policy': 'cross-origin' },
  );
}

function keepFor(cacheControl: string, { headers, variants }: Resource): Resource {
  return { variants, headers: { ...headers, 'cache-control': cacheControl } };
}
