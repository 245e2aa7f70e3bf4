import type { InviteMode } from '../../contract/screens.ts';
import type { AppParts } from '../app-parts.ts';
import type { Resource } from '../http/resource.ts';
import type { Build } from '../pages/build.ts';
import { createPage, type FilledPage, fillEach, fillPage } from '../pages/page.ts';
import { refilledEachYear } from '../pages/year.ts';
import { PersonalInvite } from './personal-invite.ts';

/** The invite pages with their slots filled. */
export interface InvitePages {
  readonly byMode: ReadonlyMap<InviteMode, Resource>;
  /** Makes the page of a known inviter. */
  readonly personal: PersonalInvite;
}

/**
 * @param versionOf returns the version of the picture for a name
 * @returns a function that returns the current pages. The pages contain the year, so they change with the year
 */
export function openInvitePages(
  build: Build,
  { origin, clock, profileImageHosts }: Pick<AppParts, 'origin' | 'clock' | 'profileImageHosts'>,
  versionOf: (name: string) => string,
): () => InvitePages {
  const images = profileImageHosts?.map((host) => `https://${host}`) ?? ['https:'];
  return refilledEachYear(clock, (year) => {
    const slots = { year, publicUrl: origin };
    return {
      byMode: fillEach(build.invites, (mode, template) =>
        createPage(notListed(fillPage(template, slots, mode === 'app-invite' ? { images } : {}))),
      ),
      personal: new PersonalInvite(
        notListed(fillPage(build.personalInvite, slots, { images })),
        versionOf,
      ),
    };
  });
}

/** robots.txt must allow chat apps here; this header keeps the page out of search results. */
function notListed({ html, headers }: FilledPage): FilledPage {
  return { html, headers: { ...headers, 'x-robots-tag': 'noindex' } };
}
