import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, extname, join, relative } from 'node:path';
import type { InvitePictureParts } from '../../contract/link-previews.ts';
import {
  type BuiltPage,
  fillParts,
  type PageCase,
  type PageName,
  pageNames,
} from '../../contract/page-parts.ts';
import { createResource, type Resource } from '../http/resource.ts';
import { StartRefusal } from '../settings/refusal.ts';

export const ONE_DAY = 'public, max-age=86400';
/** For addresses that contain a hash, because the content of such an address never changes. */
const FOREVER = 'public, max-age=31536000, immutable';

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

/** The folder of the built pages. */
export const BUILD = join(import.meta.dirname, '..', '..', 'dist');

/** The built site, before its slots are filled. */
export interface Build {
  /** @returns the HTML of a page, with the parts of these cases */
  readonly page: (name: PageName, cases: readonly PageCase[]) => string;
  readonly invitePicture: InvitePictureParts;
  /** Other texts with slots, such as the sitemap, by path. */
  readonly texts: ReadonlyMap<string, string>;
  /** By path. */
  readonly files: ReadonlyMap<string, Resource>;
}

/**
 * Reads the build into memory.
 *
 * @throws StartRefusal if there is no build or one of another version, and an error if it has a file of an unknown type
 */
export async function readBuild(folder = BUILD): Promise<Build> {
  if (!existsSync(join(folder, 'pages'))) {
    throw new StartRefusal(
      'The build is missing. Run npm start, which makes it, or npm run build.',
    );
  }
  return await readParts(folder).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? ofOtherVersion(basename(error.path ?? '')) : error;
  });
}

export function ofOtherVersion(missing: string): StartRefusal {
  return new StartRefusal(
    `The build is of another version: it has no ${missing}. Run npm start, which makes it, or npm run build.`,
  );
}

async function readParts(folder: string): Promise<Build> {
  const readJson = async (name: string) => JSON.parse(await readFile(join(folder, name), 'utf8'));
  const parts: Readonly<Record<PageName, BuiltPage['parts']>> = await readJson('page-parts.json');
  const pages = await readEach(pageNames, (name) => [
    name,
    readFile(join(folder, 'pages', `${name}.html`), 'utf8'),
  ]);
  return {
    page: (name, cases) => fillParts({ html: pages.get(name) ?? '', parts: parts[name] }, cases),
    invitePicture: await readJson('invite-picture.json'),
    texts: await readEach(await readdir(join(folder, 'texts')), (name) => [
      `/${name}`,
      readFile(join(folder, 'texts', name), 'utf8'),
    ]),
    files: new Map([
      ...(await readFiles(join(folder, 'assets'), '/assets/', { 'cache-control': FOREVER })),
      ...(await readFiles(join(folder, 'public'), '/', {
        'cache-control': ONE_DAY,
        // Chat apps and search engines show icons and preview pictures on their own pages.
        'cross-origin-resource-policy': 'cross-origin',
      })),
    ]),
  };
}

async function readEach<Item, Key>(
  items: readonly Item[],
  read: (item: Item) => [Key, Promise<string>],
): Promise<Map<Key, string>> {
  const entries = items.map(read).map(async ([key, text]) => [key, await text] as const);
  return new Map(await Promise.all(entries));
}

async function readFiles(folder: string, path: string, headers: Record<string, string>) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
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
        const type = { 'content-type': contentType(extname(name)) };
        return [`${path}${name}`, createResource(bodies, { ...headers, ...type })];
      }),
  );
}

/** @param extension with its dot */
export function contentType(extension: string): string {
  const type = contentTypes[extension];
  if (!type) {
    throw new Error(
      `The build has a file ending in "${extension}", whose content type is not known.`,
    );
  }
  return type;
}
