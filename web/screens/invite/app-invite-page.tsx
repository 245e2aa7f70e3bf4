import { brand } from '../../../brand.ts';
import {
  INVITE_PICTURE_SUN,
  invitation,
  PREVIEW_SIZE,
  WANTS_YOU_ON,
} from '../../../contract/link-previews.ts';
import { Logo } from '../../design/logo.tsx';
import { RooftopFriends, Skyline } from '../../design/skyline.tsx';
import { SCRIPT_ADVICE, SCRIPT_TROUBLE_ID } from '../../page.ts';
import { Blurbs } from './blurbs.tsx';
import { InvalidInvite, Invitation } from './invitation.tsx';
import { InviteFrame, WavingFriend } from './invite-frame.tsx';
import { appInvite } from './invite-texts.ts';
import { WaitlistLink } from './platforms.tsx';

interface AppInvitePageProps {
  /** The name of the inviter, for browsers without JavaScript; undefined for an unknown inviter. */
  readonly name?: string;
  /** The query with the inviter's id, for links to the waitlist. */
  readonly query?: string;
}

export function AppInvitePage({ name, query }: AppInvitePageProps) {
  return (
    <InviteFrame onTheRoof={<WavingFriend />} more={<Blurbs />}>
      <Invitation query={query} />
      <InvalidInvite />
      <noscript>
        <div className="notice">
          <h1 className="display">{appInvite.title}</h1>
          <p>
            <bdi translate="no">{name ?? appInvite.nameless}</bdi>{' '}
            {invitation.wantsYou(brand.product)}
          </p>
          <a className="button" href={brand.betaLink} target="_blank" rel="noopener noreferrer">
            <span>{appInvite.get(brand.product)}</span>
          </a>
          <p>
            With Android, <WaitlistLink query={query}>join the waitlist</WaitlistLink>.
          </p>
        </div>
      </noscript>
      <p className="trouble" id={SCRIPT_TROUBLE_ID} role="alert" hidden>
        The invite could not be loaded. {SCRIPT_ADVICE} Or{' '}
        <a href={brand.betaLink}>get {brand.product}</a> right away.
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
