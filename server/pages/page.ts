import { createHash } from 'node:crypto';
import { pagePolicy, type Sources } from '../http/headers.ts';
import { createTextResource, type Resource } from '../http/resource.ts';
import { contentType } from './build.ts';

/**
 * One level below brotli's best: 2 % more bytes in a third of the time. The first visitor of a page waits for the
 * compression.
 */
export const EFFORT = { brotli: 10, gzip: 9 };

const REVALIDATE = 'no-cache';
/** Also keeps a page out of the browser's back/forward cache. */
const NEVER_KEPT = 'no-store';

/** Values for the slots of the build that are the same for all visitors. */
export interface Slots {
  /** Four digits, UTC. */
  year: string;
  /** An origin without a path. */
  publicUrl: string;
}

/** A filled page, and its headers. */
export interface FilledPage {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** @param sources what the page may use besides the files of the site */
export function fillPage(template: string, slots: Slots, sources: Sources = {}): FilledPage {
  return fillWith(template, slots, sources, REVALIDATE);
}

/** @param sources what the identity provider's scripts may load */
export function fillAdminPage(template: string, slots: Slots, sources: Sources = {}): FilledPage {
  return fillWith(template, slots, sources, NEVER_KEPT);
}

function fillWith(
  template: string,
  slots: Slots,
  sources: Sources,
  cacheControl: string,
): FilledPage {
  const html = fill(template, slots);
  return {
    html,
    headers: {
      'cache-control': cacheControl,
      'content-security-policy': pagePolicy({
        // Structured data (type="application/ld+json") needs no hash, because browsers do not run it.
        scripts: hashInline(html, /<script(?: type="module")?>(.*?)<\/script>/gs),
        styles: hashInline(html, /<style>(.*?)<\/style>/gs),
        sources,
      }),
      'content-type': contentType('.html'),
    },
  };
}

export function createPage({ html, headers }: FilledPage): Resource {
  return createTextResource(html, EFFORT, headers);
}

export function fillEach<Key extends string>(
  templates: ReadonlyMap<Key, string>,
  create: (key: Key, template: string) => Resource,
): Map<Key, Resource> {
  return new Map([...templates].map(([key, template]) => [key, create(key, template)]));
}

export function fill(template: string, { year, publicUrl }: Slots): string {
  return template.replaceAll('{{year}}', year).replaceAll('{{publicUrl}}', publicUrl);
}

/** @returns CSP sources such as `sha256-…` of the contents of the tags, without repeats */
function hashInline(html: string, element: RegExp): string[] {
  const hashes = [...html.matchAll(element)].map(([, content = '']) => {
    return `sha256-${createHash('sha256').update(content).digest('base64')}`;
  });
  return [...new Set(hashes)];
}
