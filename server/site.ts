import { extname, join } from 'node:path';
import type { InviteMode } from '../contract/screens.ts';
import type { App } from './app-parts.ts';
import { type Build, contentType, ONE_DAY, readBuild } from './build.ts';
import { firebaseSources } from './headers.ts';
import { pictureVersions } from './invite-picture/picture-version.ts';
import { fill, fillAdminPage, fillPage, type Page, type Slots } from './page.ts';
import { PersonalInvite } from './personal-invite.ts';
import { createTextResource, type Resource, sendResource } from './resource.ts';
import type { IdentitySettings } from './settings/read-identity.ts';

/** One below brotli's best: 2 % more bytes for a third of the time, which a page's first visitor waits. */
const EFFORT = { brotli: 10, gzip: 9 };

/** Where the build of the pages is. */
export const BUILD = join(import.meta.dirname, '..', 'dist');

type Provider = IdentitySettings['provider'];

/** What the build has made, ready to be served from memory. */
export interface Site {
  /** By path. */
  readonly pages: ReadonlyMap<string, Resource>;
  readonly notFound: Resource;
  /** The admins' page, for whichever provider proves their numbers. */
  readonly analytics: Readonly<Record<Provider, Resource>>;
  /** The invite page in each of its modes. */
  readonly invites: ReadonlyMap<InviteMode, Resource>;
  /** The invite page of somebody who is known. */
  readonly personalInvite: PersonalInvite;
  readonly invitePicture: InvitePicture;
  /** Everything else, by path. It never changes while the server runs. */
  readonly files: ReadonlyMap<string, Resource>;
}

/** The picture of an inviter's link. */
interface InvitePicture {
  /** An SVG on which the name is written. */
  readonly scene: string;
  /** Names what is drawn for a name. */
  readonly versionOf: (name: string) => string;
}

/** Serves every page and file of the site. */
export function registerSite(app: App, site: () => Site): void {
  for (const kind of ['pages', 'files'] as const) {
    for (const path of site()[kind].keys()) {
      app.get(path, (request, reply) => {
        const resource = site()[kind].get(path) ?? site().notFound;
        return sendResource(resource, request, reply);
      });
    }
  }
}

/**
 * Reads the built site into memory and keeps the year in it true: the first request of a new year
 * (UTC) has the pages filled anew.
 *
 * @param folder the build's output
 * @param publicUrl an origin without a path, for absolute addresses
 * @param profileImageHosts undefined where profile images may come from any host
 * @returns a function that gives the site as it is now
 * @throws when the build is missing or holds a file of a type that is not served
 */
export async function openSite(
  folder: string,
  publicUrl: string,
  clock: () => number,
  profileImageHosts?: readonly string[],
): Promise<() => Site> {
  const build = await readBuild(folder);
  const imageSources = profileImageHosts?.map((host) => `https://${host}`) ?? ['https:'];
  let year = yearOf(clock());
  let site = fillSite(build, { year, publicUrl }, imageSources);
  return () => {
    if (yearOf(clock()) !== year) {
      year = yearOf(clock());
      site = fillSite(build, { year, publicUrl }, imageSources);
    }
    return site;
  };
}

function yearOf(time: number): string {
  return String(new Date(time).getUTCFullYear());
}

function fillSite(build: Build, slots: Slots, imageSources: readonly string[]): Site {
  const { scene } = build;
  const versionOf = pictureVersions(scene);
  return {
    pages: fillEach(build.pages, (_path, template) => createPage(fillPage(template, slots))),
    notFound: createPage(fillPage(build.notFound, slots)),
    analytics: createAdminPages(build.analytics, slots),
    invites: fillEach(build.invites, (mode, template) =>
      createPage(fillPage(template, slots, mode === 'app-invite' ? imageSources : [])),
    ),
    personalInvite: new PersonalInvite(
      fillPage(build.personalInvite, slots, imageSources),
      versionOf,
    ),
    invitePicture: { scene, versionOf },
    files: new Map([
      ...build.files,
      ...fillEach(build.texts, (path, template) => createText(path, template, slots)),
    ]),
  };
}

/** For each provider the same page, compressed once, under a policy of its own. */
function createAdminPages(template: string, slots: Slots): Site['analytics'] {
  const embedded = createPage(fillAdminPage(template, slots));
  const { headers } = fillAdminPage(template, slots, firebaseSources);
  return { embedded, firebase: { ...embedded, headers: { ...embedded.headers, ...headers } } };
}

function fillEach<Key extends string>(
  templates: ReadonlyMap<Key, string>,
  create: (key: Key, template: string) => Resource,
): Map<Key, Resource> {
  return new Map([...templates].map(([key, template]) => [key, create(key, template)]));
}

function createPage({ html, headers }: Page): Resource {
  return createTextResource(html, EFFORT, headers);
}

function createText(path: string, template: string, slots: Slots): Resource {
  return createTextResource(fill(template, slots), EFFORT, {
    'cache-control': ONE_DAY,
    'content-type': contentType(extname(path)),
  });
}
