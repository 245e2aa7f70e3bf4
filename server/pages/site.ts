import { extname } from 'node:path';
import type { RouteHandlerMethod } from 'fastify';
import type { PageName } from '../../contract/page-parts.ts';
import { listedScreens, WAITLIST_PATH } from '../../contract/screens.ts';
import type { Sources } from '../http/headers.ts';
import { createTextResource, EFFORT, type Resource, sendResource } from '../http/resource.ts';
import type { IdentitySettings } from '../settings/identity-settings.ts';
import { type Build, contentType, ONE_DAY } from './build.ts';
import {
  createPage,
  fill,
  fillEach,
  fillPage,
  NEVER_KEPT,
  type PageParts,
  rebuiltOnChange,
  type Slots,
} from './page.ts';

/** The build with its slots filled, as it is served from memory. */
export interface Site {
  /** By path. */
  readonly pages: ReadonlyMap<string, Resource>;
  readonly notFound: Resource;
  /** The dashboard's page for each identity provider. It has no data; its script checks the session. */
  readonly analytics: Readonly<Record<IdentitySettings['provider'], Resource>>;
  /** All other files, by path. They do not change while the server runs. */
  readonly files: ReadonlyMap<string, Resource>;
}

export const sendPage = (site: () => Site, path: string) =>
  sendFrom(site, ({ pages }) => pages.get(path));
export const sendFile = (site: () => Site, path: string) =>
  sendFrom(site, ({ files }) => files.get(path));
export const sendAnalytics = (site: () => Site, provider: IdentitySettings['provider']) =>
  sendFrom(site, ({ analytics }) => analytics[provider]);

/** Sends a page or file of the site as it is at the time of the request. */
function sendFrom(
  site: () => Site,
  find: (site: Site) => Resource | undefined,
): RouteHandlerMethod {
  return (request, reply) => sendResource(find(site()) ?? site().notFound, request, reply);
}

/**
 * Redirects the path of a page with an additional slash at its end. The target contains no part of the request, not even
 * its query, so no link can make this site redirect to another site.
 */
export function withoutSlash(path: string): RouteHandlerMethod {
  return (_request, reply) => reply.header('cache-control', ONE_DAY).redirect(path, 308);
}

/**
 * @param hasLetterLinks whether the site sends or has sent letters: their links open `WAITLIST_PATH`
 * @returns a function that returns the current site, which changes with the year and the state of the app
 */
export function openSite(build: Build, parts: PageParts, hasLetterLinks: boolean): () => Site {
  const names = new Map(
    Object.entries(listedScreens).map(([name, path]) => [path as string, name as PageName]),
  );
  if (hasLetterLinks) names.set(WAITLIST_PATH, 'waitlist');
  return rebuiltOnChange(parts, (slots) => {
    const template = (name: PageName) => build.page(name, slots.cases);
    return {
      pages: fillEach(names, (path, name) =>
        // The home page has the waitlist's form for browsers without JavaScript.
        createPage(
          fillPage(template(name), slots, path === listedScreens.home ? { forms: true } : {}),
        ),
      ),
      notFound: createPage(fillPage(template('not-found'), slots)),
      analytics: createAdminPages(template('analytics'), slots),
      files: new Map([
        ...build.files,
        ...fillEach(build.texts, (path, text) => createText(path, text, slots)),
      ]),
    };
  });
}

/** The dashboard frames the preview of a letter. */
const adminSources: Sources = { frames: ["'self'"] };

/** The sources that Firebase's SDK needs, and those of the reCAPTCHA script that the SDK loads. */
const firebaseSources: Sources = {
  images: ['https://www.gstatic.com/recaptcha/'],
  connections: [
    'https://identitytoolkit.googleapis.com',
    'https://securetoken.googleapis.com',
    'https://www.google.com/recaptcha/',
  ],
  frames: [
    "'self'",
    'https://www.google.com/recaptcha/',
    'https://recaptcha.google.com/recaptcha/',
  ],
  untypedScripts: true,
};

/** Only the Content-Security-Policy of these pages differs. */
function createAdminPages(template: string, slots: Slots): Site['analytics'] {
  return {
    embedded: createPage(fillPage(template, slots, adminSources, NEVER_KEPT)),
    firebase: createPage(fillPage(template, slots, firebaseSources, NEVER_KEPT)),
  };
}

function createText(path: string, template: string, slots: Slots): Resource {
  return createTextResource(fill(template, slots), EFFORT, {
    'cache-control': ONE_DAY,
    'content-type': contentType(extname(path)),
  });
}
