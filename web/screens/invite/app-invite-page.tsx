import { brand } from '../../../brand.ts';
import {
  INVITE_PICTURE_SUN,
  invitation,
  PREVIEW_SIZE,
  WANTS_YOU_ON,
} from '../../../contract/link-previews.ts';
import { Logo } from '../../design/logo.tsx';
import { RooftopFriends, Skyline } from '../../design/skyline.tsx';
import { joinButton } from '../../design/waitlist-texts.ts';
import { SCRIPT_ADVICE, SCRIPT_TROUBLE_ID } from '../../page.ts';
import { Blurbs } from './blurbs.tsx';
import { InvalidInvite, Invitation, type InvitationProps } from './invitation.tsx';
import { InviteFrame, WavingFriend } from './invite-frame.tsx';
import { appInvite } from './invite-texts.ts';
import { AndroidWay, WaitlistLink } from './platforms.tsx';

export function AppInvitePage(props: InvitationProps) {
  const { app, name } = props;
  return (
    <InviteFrame onTheRoof={<WavingFriend />} more={<Blurbs />}>
      <Invitation {...props} />
      <InvalidInvite />
      <noscript>
        <div className="notice">
          <h1 className="display">{appInvite.title}</h1>
          <p>
            <bdi translate="no">{name ?? appInvite.nameless}</bdi>{' '}
            {invitation.wantsYou(brand.product)}
          </p>
          {app.ios === 'paused' ? (
            <WaitlistLink className="button">{joinButton.idle}</WaitlistLink>
          ) : (
            <a className="button" href="{{iosLink}}" target="_blank" rel="noopener noreferrer">
              <span>{appInvite.get(brand.product)}</span>
            </a>
          )}
          <p>
            With Android, <AndroidWay app={app} />.
          </p>
        </div>
      </noscript>
      <p className="trouble" id={SCRIPT_TROUBLE_ID} role="alert" hidden>
        The invite could not be loaded. {SCRIPT_ADVICE} Or{' '}
        {app.ios === 'paused' ? (
          <WaitlistLink>join the waitlist</WaitlistLink>
        ) : (
          <a href="{{iosLink}}">get {brand.product}</a>
        )}{' '}
        right away.
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
        <p className="display">{appInvite.nameless}</p>
        <p className="display wants-you">{WANTS_YOU_ON}</p>
        <Logo />
      </div>
    </div>
  );
}
