/** The pages as the build writes them, and what in them depends on the state of the site or on the link. */

import { type AppPlatforms, appPlatforms } from './availability.ts';

/** Each name is that of a file in `dist/pages`. */
export const pageNames = [
  'home',
  'privacy',
  'terms',
  'sponti',
  'popups',
  'waitlist',
  'analytics',
  'app-invite',
  'event-invite',
  'plain-invite',
  /** `app-invite` of a known inviter. */
  'personal-invite',
  /** The answers to a sign-up without JavaScript. */
  'signed-up',
  'no-email',
  'not-signed-up',
  /** What the links to leave and to be kept in letters open. */
  'leave',
  'left',
  'keep',
  'kept',
  'not-kept',
  'letter-link-cut',
  'not-found',
] as const;
export type PageName = (typeof pageNames)[number];

/** What a part of a page may depend on: the state of the app, whether the site sends letters, which link was opened. */
export type PageCase =
  | `ios-${AppPlatforms['ios']} android-${AppPlatforms['android']}`
  | ('letters' | 'no-letters')
  | ('link' | 'inviter' | 'member');

export function caseOf({ ios, android }: AppPlatforms): PageCase {
  return `ios-${ios} android-${android}`;
}

/** What a part shows in each state of the app. */
export function inEachState<Content>(
  show: (app: AppPlatforms) => Content,
): Readonly<Partial<Record<PageCase, Content>>> {
  return Object.fromEntries(appPlatforms.map((app) => [caseOf(app), show(app)]));
}

/** A page with a slot, such as `{{getApp}}`, for each of its parts. */
export interface BuiltPage {
  readonly html: string;
  /** By the name of the slot: the HTML in each case. */
  readonly parts: Readonly<Record<string, Readonly<Partial<Record<PageCase, string>>>>>;
}

const SLOT = /\{\{(\w+)\}\}/g;

/**
 * Fills each part, also those inside other parts, with the first of its texts whose case applies. Without such a text
 * the part is empty.
 *
 * @returns the page with the slots that are filled later, such as `{{year}}`
 */
export function fillParts({ html, parts }: BuiltPage, cases: readonly PageCase[]): string {
  return html.replaceAll(SLOT, (slot, name: string) => {
    const part = parts[name];
    if (!part) return slot;
    const found = Object.entries(part).find(([one]) => cases.some((applies) => applies === one));
    return fillParts({ html: found?.[1] ?? '', parts }, cases);
  });
}
