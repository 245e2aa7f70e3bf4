import { brand } from '../../../brand.ts';
import type { AppPlatforms } from '../../../contract/availability.ts';
import { invitation } from '../../../contract/link-previews.ts';
import { listedScreens } from '../../../contract/screens.ts';
import { fullBeta } from '../../design/offer-texts.ts';
import { AppButtons, TryAgain } from './invite-links.tsx';
import { appInvite, elementIds, invalidInvite } from './invite-texts.ts';
import { NextSteps } from './next-steps.tsx';
import { Platforms, PlatformsWithoutScript } from './platforms.tsx';

export interface InvitationProps {
  /** The name of the inviter, which the server fills in; undefined for an unknown inviter. */
  readonly name?: string | undefined;
}

/**
 * The message of an inviter. All of it is in the prerendered page, with space for the profile;
 * `show-invite.ts` fills in the profile, and `data-invite` chooses which parts are visible. Without this attribute,
 * which a script sets, the page shows what it knows.
 */
export function Invitation({ name }: InvitationProps) {
  return (
    <div className="invitation">
      <h1 className="display">{appInvite.title}</h1>
      <div className="portrait" id={elementIds.portrait}>
        <span className="initial" id={elementIds.initial} translate="no" aria-hidden="true" />
      </div>
      <div className="invitation-words" aria-live="polite">
        <p className="invitation-loading">{appInvite.loading}</p>
        <h2 className="display">
          {/* A right-to-left name must not change the direction of the sentence around it. */}
          <span className="name-room">
            <bdi className="name" id={elementIds.name} translate="no">
              {name ?? appInvite.nameless}
            </bdi>
          </span>{' '}
          {invitation.wantsYou(brand.product)}
        </h2>
        <p className="message">{invitation.message(brand.product)}</p>
      </div>
      <div className="invitation-actions">{'{{actions}}'}</div>
    </div>
  );
}

export function InvitationActions({ app, name }: InvitationProps & { app: AppPlatforms }) {
  return (
    <>
      <AppButtons app={app} label={appInvite.get(brand.product)} isCounted />
      <a className="button button-quiet" href={listedScreens.home}>
        {appInvite.learnMore}
      </a>
      <Platforms app={app} name={name ?? fullBeta.nameless} />
      <PlatformsWithoutScript app={app} />
      <NextSteps app={app} name={name} />
    </>
  );
}

export function InvalidInvite() {
  return (
    <div className="invalid-invite notice" role="alert">
      <span className="sunk" />
      <h1 className="display">{invalidInvite.title}</h1>
      <p>{invalidInvite.message}</p>
      <div className="notice-actions">
        <TryAgain />
        <a className="button" href={listedScreens.home}>
          {invalidInvite.home}
        </a>
      </div>
    </div>
  );
}
