import { brand } from '../../../brand.ts';
import type { AppPlatforms, PlatformState } from '../../../contract/availability.ts';
import { Logo } from '../../design/logo.tsx';
import { Skyline } from '../../design/skyline.tsx';
import { Stars } from '../../design/stars.tsx';
import { InviteFrame, LaidTable } from './invite-frame.tsx';
import { AppButtons } from './invite-links.tsx';
import { downloadButton, eventInvite, launchedEvent, pausedInvite } from './invite-texts.ts';
import { ByPlatform, hasNoDownload, Platforms, PlatformsWithoutScript } from './platforms.tsx';

export function EventInvitePage() {
  return (
    <InviteFrame onTheRoof={<LaidTable />}>
      <div className="static-invite event-invite">
        <Envelope />
        {'{{invitation}}'}
      </div>
    </InviteFrame>
  );
}

export function EventInvitation({ app }: { app: AppPlatforms }) {
  const onIos = textsOf(app.ios);
  const onAndroid = textsOf(app.android === 'soon' && app.ios !== 'beta' ? 'paused' : app.android);
  return (
    <>
      <h1 className="display">
        <ByPlatform ios={onIos.title} android={onAndroid.title} />
      </h1>
      <p className="static-text">
        <ByPlatform ios={onIos.message} android={onAndroid.message} />
      </p>
      <div className="static-actions">
        <AppButtons app={app} label={<ByPlatform ios={onIos.label} android={onAndroid.label} />} />
        <Platforms app={app} />
        <PlatformsWithoutScript app={app} />
      </div>
    </>
  );
}

function textsOf(state: PlatformState): Record<'title' | 'message' | 'label', string> {
  const { title, message } = state === 'launched' ? launchedEvent : eventInvite;
  const label = state === 'launched' ? launchedEvent.open : downloadButton;
  return {
    title,
    message: (hasNoDownload(state) ? pausedInvite.event : message)(brand.product),
    label: label(brand.product),
  };
}

/** The picture shows a letter in an envelope instead of the event, because the site has no data about the event. */
export function EventInvitePreview() {
  return (
    <div className="preview event-invite-preview sky">
      <Stars />
      <Skyline />
      <svg className="preview-scene" viewBox="0 0 1200 630" aria-hidden="true">
        <g transform="translate(600 466) rotate(-7) scale(0.8)">
          <path className="envelope-inside" d="M-240-90 0-266 240-90V60h-480z" />
          <g transform="rotate(5)">
            <path
              className="letter"
              d="M-196-262a16 16 0 0 1 16-16h360a16 16 0 0 1 16 16V120h-392z"
            />
            <circle className="letter-sun" cy="-128" r="92" />
            <path className="letter-ground" d="M-196-82h392V120h-392z" />
          </g>
          <path
            className="envelope"
            d="M-240-90-4 62a8 8 0 0 0 8 0L240-90v240a18 18 0 0 1-18 18h-444a18 18 0 0 1-18-18z"
          />
          <path className="folds" d="M-226 158-62 24M226 158 62 24" />
        </g>
      </svg>
      <div className="preview-words">
        <Logo place="middle" />
        <p className="display">You’re invited</p>
      </div>
    </div>
  );
}

/** An envelope that is opening, with the sun or the moon in it. */
function Envelope() {
  return (
    <svg className="envelope" viewBox="0 0 240 190" aria-hidden="true">
      <path className="envelope-inside" d="M10 80 112 6q8-6 16 0L230 80v100H10z" />
      <g className="envelope-orb">
        <circle cx="120" cy="78" r="56" />
      </g>
      <path
        className="envelope-front"
        d="M10 80 111 140q9 5 18 0L230 80v94q0 16-16 16H26q-16 0-16-16z"
      />
      <path className="envelope-fold" d="M16 186 94 130M224 186l-78-56" />
    </svg>
  );
}
