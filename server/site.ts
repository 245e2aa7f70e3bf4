import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { screens } from '../contract/screens.ts';
import type { App } from './app.ts';
import { pagePolicy } from './headers.ts';
import { createResource, type Resource, sendResource } from './resource.ts';

/** Where the build of the pages is. */
export const BUILD = join(import.meta.dirname, '..', 'dist');

/** What the build has made, ready to be served from memory. */
export interface Site {
  /** By path. */
  readonly pages: ReadonlyMap<string, Resource>;
  readonly notFound: Resource;
  /** Scripts, fonts and pictures, by path. They never change while the server runs. */
  readonly files: ReadonlyMap<string, Resource>;
}

/** What is known only at run time, filled into the slots that the build left. */
interface Slots {
  /** Four digits, UTC. */
  year: string;
  /** An origin without a path. */
  publicUrl: string;
}

const REVALIDATE = 'no-cache';
/** For files whose name changes with their content. */
const FOREVER = 'public, max-age=31536000, immutable';
const ONE_DAY = 'public, max-age=86400';

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
};

/** The built site as it stands on disk, its slots still open. */
interface Build {
  /** HTML by path. */
  readonly templates: ReadonlyMap<string, string>;
  readonly notFound: string;
  readonly files: ReadonlyMap<string, Resource>;
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
 * @returns a function that gives the site as it is now
 * @throws when the build is missing or holds a file of a type that is not served
 */
export async function openSite(
  folder: string,
  publicUrl: string,
  clock: () => number,
): Promise<() => Site> {
  const build = await readBuild(folder);
  let year = yearOf(clock());
  let site = await fillSite(build, { year, publicUrl });
  return () => {
    if (yearOf(clock()) !== year) {
      year = yearOf(clock());
      void fillSite(build, { year, publicUrl }).then((filled) => {
        site = filled;
      });
    }
    return site;
  };
}

function yearOf(time: number): string {
  return String(new Date(time).getUTCFullYear());
}

async function readBuild(folder: string): Promise<Build> {
  const readPage = (name: string) => readFile(join(folder, 'pages', `${name}.html`), 'utf8');
  const templates = Object.entries(screens).map(
    async ([name, path]): Promise<[string, string]> => [path, await readPage(name)],
  );
  return {
    templates: new Map(await Promise.all(templates)),
    notFound: await readPage('not-found'),
    files: new Map([
      ...(await readFiles(join(folder, 'assets'), '/assets/', FOREVER)),
      ...(await readFiles(join(folder, 'public'), '/', ONE_DAY)),
    ]),
  };
}

async function fillSite(build: Build, slots: Slots): Promise<Site> {
  const pages = [...build.templates].map(
    async ([path, template]): Promise<[string, Resource]> => [
      path,
      await createPage(template, slots),
    ],
  );
  return {
    pages: new Map(await Promise.all(pages)),
    notFound: await createPage(build.notFound, slots),
    files: build.files,
  };
}

async function createPage(template: string, slots: Slots): Promise<Resource> {
  const html = template
    .replaceAll('{{year}}', slots.year)
    .replaceAll('{{publicUrl}}', slots.publicUrl);
  return createResource(await compress(Buffer.from(html)), {
    'cache-control': REVALIDATE,
    'content-security-policy': pagePolicy(
      hashInline(html, /<script(?: type="module")?>(.*?)<\/script>/gs),
      hashInline(html, /<style>(.*?)<\/style>/gs),
    ),
    'content-type': contentType('.html'),
  });
}

async function readFiles(folder: string, path: string, caching: string) {
  const names = await readdir(folder);
  const compressed = /\.(br|gz)$/;
  return Promise.all(
    names
      .filter((name) => !compressed.test(name))
      .map(async (name): Promise<[string, Resource]> => {
        const read = (ending: string) => readFile(join(folder, `${name}${ending}`));
        const bodies = {
          identity: await read(''),
          ...(names.includes(`${name}.br`) && { br: await read('.br') }),
          ...(names.includes(`${name}.gz`) && { gzip: await read('.gz') }),
        };
        const headers = { 'cache-control': caching, 'content-type': contentType(extname(name)) };
        return [`${path}${name}`, createResource(bodies, headers)];
      }),
  );
}

async function compress(identity: Buffer) {
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(identity, {
      params: { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
    }),
    promisify(gzip)(identity, { level: 9 }),
  ]);
  return { identity, br, gzip: gz };
}

/** @returns CSP sources such as `sha256-…` of what stands between the tags, each once */
function hashInline(html: string, element: RegExp): string[] {
  const hashes = [...html.matchAll(element)].map(([, content = '']) => {
    return `sha256-${createHash('sha256').update(content).digest('base64')}`;
  });
  return [...new Set(hashes)];
}

function contentType(extension: string): string {
  const type = contentTypes[extension];
  if (!type)
    throw new Error(`The build holds a file ending in "${extension}", which is not served.`);
  return type;
}
