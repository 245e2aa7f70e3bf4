import { brand } from '../../../brand.ts';
import { listedScreens } from '../../../contract/screens.ts';
import { BetaLink } from './beta-link.tsx';
import { InviteFrame } from './invite-frame.tsx';
import { downloadButton, plainInvite } from './invite-texts.ts';
import { PeekingFriends } from './peeking-friends.tsx';
import { Platforms, PlatformsWithoutScript, WaitlistButton } from './platforms.tsx';

export function PlainInvitePage() {
  return (
    <InviteFrame behindTheRoofs={<PeekingFriends />}>
      <div className="static-invite plain-invite">
        <h1 className="display">{plainInvite.title(brand.product)}</h1>
        <p className="static-text">{plainInvite.message(brand.product)}</p>
        <div className="static-actions">
          <WaitlistButton />
          <BetaLink label={downloadButton(brand.product)} />
          <a className="button button-quiet" href={listedScreens.home}>
            {plainInvite.home}
          </a>
          <Platforms />
          <PlatformsWithoutScript />
        </div>
      </div>
    </InviteFrame>
  );
}
