import type { InviteMode } from '../../contract/screens.ts';
import type { AppParts } from '../app-parts.ts';
import type { Resource } from '../http/resource.ts';
import type { Build } from '../pages/build.ts';
import { createPage, fillEach, fillPage } from '../pages/page.ts';
import { refilledEachYear } from '../pages/year.ts';
import { PersonalInvite } from './personal-invite.ts';

/** The invite page, ready to be served. */
export interface InvitePages {
  readonly byMode: ReadonlyMap<InviteMode, Resource>;
  /** Of somebody who is known. */
  readonly personal: PersonalInvite;
}

/**
 * @param versionOf names what the picture of a link shows for a name
 * @returns a function that gives the pages as they are now: the year in them changes
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
        createPage(fillPage(template, slots, mode === 'app-invite' ? images : [])),
      ),
      personal: new PersonalInvite(fillPage(build.personalInvite, slots, images), versionOf),
    };
  });
}
