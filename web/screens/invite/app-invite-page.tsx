import { INVITE_PICTURE_SUN, PREVIEW_SIZE, WANTS_YOU_ON } from '../../../contract/link-previews.ts';
import { Logo } from '../../design/logo.tsx';
import { RooftopFriends, Skyline } from '../../design/skyline.tsx';
import { SCRIPT_ADVICE, SCRIPT_TROUBLE_ID } from '../../page.ts';
import { Blurbs } from './blurbs.tsx';
import { InvalidInvite, Invitation, type InvitationProps } from './invitation.tsx';
import { InviteFrame, WavingFriend } from './invite-frame.tsx';
import { appInvite } from './invite-texts.ts';

export function AppInvitePage(props: InvitationProps) {
  return (
    <InviteFrame onTheRoof={<WavingFriend />} more={<Blurbs />}>
      <Invitation {...props} />
      <InvalidInvite />
      <p className="trouble" id={SCRIPT_TROUBLE_ID} role="alert" hidden>
        A part of this invite could not be loaded. {SCRIPT_ADVICE}
      </p>
    </InviteFrame>
  );
}

/** The picture of invite-picture.tsx without a name, for an unknown inviter. */
export function AppInvitePreview() {
  const { x, y, radius } = INVITE_PICTURE_SUN;
  return (
    <div className="preview app-invite-preview sky">
      <svg
        className="preview-scene"
        viewBox={`0 0 ${PREVIEW_SIZE.width} ${PREVIEW_SIZE.height}`}
        aria-hidden="true"
      >
        <radialGradient id="glow">
          <stop stopColor="var(--glow)" stopOpacity="0.85" />
          <stop offset="0.4" stopColor="var(--glow)" stopOpacity="0.34" />
          <stop offset="0.75" stopColor="var(--glow)" stopOpacity="0.06" />
          <stop offset="1" stopColor="var(--glow)" stopOpacity="0" />
        </radialGradient>
        <circle fill="url(#glow)" cx={x} cy={y} r={radius * 3.6} />
        <circle fill="var(--orb)" cx={x} cy={y} r={radius} />
      </svg>
      <Skyline>
        <RooftopFriends />
      </Skyline>
      <div className="preview-words">
        <p className="display nameless">{appInvite.nameless}</p>
        <p className="display wants-you">
          {WANTS_YOU_ON}
          <Logo />
        </p>
      </div>
    </div>
  );
}
