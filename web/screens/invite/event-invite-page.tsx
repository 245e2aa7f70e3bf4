import { brand } from '../../../brand.ts';
import { BetaLink } from './beta-link.tsx';
import { Envelope } from './envelope.tsx';
import { InviteFrame } from './invite-frame.tsx';
import { downloadButton, eventInvite } from './invite-texts.ts';
import { LaidTable } from './on-the-roof.tsx';
import { Platforms, PlatformsWithoutScript, WaitlistButton } from './platforms.tsx';

export function EventInvitePage() {
  return (
    <InviteFrame onTheRoof={<LaidTable />}>
      <div className="static-invite event-invite">
        <Envelope />
        <h1 className="display">{eventInvite.title}</h1>
        <p className="static-text">{eventInvite.message(brand.product)}</p>
        <div className="static-actions">
          <WaitlistButton />
          <BetaLink label={downloadButton(brand.product)} />
          <Platforms />
          <PlatformsWithoutScript />
        </div>
      </div>
    </InviteFrame>
  );
}
