import { createHash } from 'node:crypto';
import { brand } from '../../brand.ts';
import { type Availability, appStoreIdOf, platformsOf } from '../../contract/availability.ts';
import { caseOf, type PageCase } from '../../contract/page-parts.ts';
import type { StoredAvailability } from '../../storage/availability.ts';
import type { AppParts } from '../app-parts.ts';
import { pagePolicy, type Sources } from '../http/headers.ts';
import { createTextResource, EFFORT, type Resource } from '../http/resource.ts';
import { contentType } from './build.ts';

const REVALIDATE = 'no-cache';
/** Also keeps a page out of the browser's back/forward cache. */
export const NEVER_KEPT = 'no-store';

/** Values for the slots of the build that are the same for all visitors. */
export interface Slots {
  /** Four digits, UTC. */
  year: string;
  /** An origin without a path. */
  publicUrl: string;
  /** Where visitors get the app. */
  app: Availability;
  /** Which parts all pages have. */
  cases: readonly PageCase[];
}

/** A filled page, and its headers. */
export interface FilledPage {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** @param sources what the page may use besides the files of the site */
export function fillPage(
  template: string,
  slots: Slots,
  sources: Sources = {},
  cacheControl = REVALIDATE,
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

export function fillEach<Key extends string, Template extends string>(
  templates: ReadonlyMap<Key, Template>,
  create: (key: Key, template: Template) => Resource,
): Map<Key, Resource> {
  return new Map([...templates].map(([key, template]) => [key, create(key, template)]));
}

const SLOT = /\{\{(year|iosLink|androidLink|appStoreId)\}\}/g;

export function fill(template: string, { year, publicUrl, app }: Omit<Slots, 'cases'>): string {
  const iosLink = app.iosLink ?? brand.betaLink;
  return fillSlots(template.replaceAll('{{publicUrl}}', publicUrl), SLOT, {
    year,
    iosLink,
    appStoreId: appStoreIdOf(iosLink) ?? '',
    androidLink: app.androidLink ?? '',
  });
}

/** @returns CSP sources such as `sha256-…` of the contents of the tags, without repeats */
function hashInline(html: string, element: RegExp): string[] {
  const hashes = [...html.matchAll(element)].map(([, content = '']) => {
    return `sha256-${createHash('sha256').update(content).digest('base64')}`;
  });
  return [...new Set(hashes)];
}

/**
 * Fills the slots of a page, such as `{{name}}`, whose texts depend on the request. All are filled in one pass: a text
 * that looks like a slot is not filled again.
 *
 * @param slot matches each slot, with its name as the only group
 * @param texts plain texts, by slot
 */
export function fillSlots(
  html: string,
  slot: RegExp,
  texts: Readonly<Record<string, string>>,
): string {
  return html.replaceAll(slot, (_slot, name: string) => escapeHtml(texts[name] ?? ''));
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? '');
}

/** What pages contain that is the same for all visitors. */
export type PageParts = Pick<AppParts, 'origin' | 'clock' | 'mail'> & {
  readonly availability: () => StoredAvailability;
};

/**
 * Makes pages. The first use in a new year (UTC), or after a change of the state of the app, makes them again.
 *
 * @returns a function that returns the current pages
 */
export function rebuiltOnChange<Filled>(
  { origin, clock, mail, availability }: PageParts,
  fill: (slots: Slots) => Filled,
): () => Filled {
  const current = () => ({ year: new Date(clock()).getUTCFullYear(), id: availability().id });
  const make = () => {
    const { state: app } = availability();
    const cases = [caseOf(platformsOf(app)), mail ? 'letters' : 'no-letters'] as const;
    return fill({ year: String(filledFor.year), publicUrl: origin, app, cases });
  };
  let filledFor = current();
  let filled = make();
  return () => {
    const { year, id } = current();
    if (year !== filledFor.year || id !== filledFor.id) {
      filledFor = { year, id };
      filled = make();
    }
    return filled;
  };
}
