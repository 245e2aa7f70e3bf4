import type { ReactNode } from 'react';
import { brand } from '../../../brand.ts';
import { listedScreens } from '../../../contract/screens.ts';
import { Footer } from '../../design/footer/footer.tsx';
import { Logo } from '../../design/logo.tsx';
import { tooManyRequests } from '../../design/screen-texts.ts';
import { Skyline } from '../../design/skyline.tsx';
import { Stars } from '../../design/stars.tsx';
import { directionOf } from '../../design/wordmark.ts';
import { FIRST_SCREEN_END_ID } from '../../page.ts';
import { TryAgain } from './invite-links.tsx';
import { invalidInvite } from './invite-texts.ts';

interface InviteFrameProps {
  readonly children: ReactNode;
  readonly behindTheRoofs?: ReactNode;
  /** A drawing on the terrace of the skyline. */
  readonly onTheRoof?: ReactNode;
  /** The content below the first screen. */
  readonly more?: ReactNode;
}

/**
 * The frame of all invites. The stylesheet shows the message about too many requests instead of
 * `children` when the boot script or the server limits the view.
 */
export function InviteFrame({ children, behindTheRoofs, onTheRoof, more }: InviteFrameProps) {
  return (
    <>
      <main>
        <div className="invite sky">
          <Stars />
          <div className="invite-top">
            <Logo />
            <p dir={directionOf(brand.tagline)}>{brand.tagline}</p>
          </div>
          <div className="invite-open">{children}</div>
          <div className="invite-limited notice" role="status">
            <span className="breath" />
            <h1 className="display">{tooManyRequests.title}</h1>
            <p>{tooManyRequests.message}</p>
            <div className="notice-actions">
              <TryAgain />
              <a className="button button-quiet" href={listedScreens.home}>
                {invalidInvite.home}
              </a>
            </div>
          </div>
          {behindTheRoofs}
          <Billboard />
          <Skyline>{onTheRoof}</Skyline>
        </div>
        <div id={FIRST_SCREEN_END_ID} hidden />
        {more}
        <p className="invite-soon city">
          Soon in the app: <a href={listedScreens.sponti}>local deals</a> and{' '}
          <a href={listedScreens.popups}>pop-up events</a>.
        </p>
      </main>
      <Footer />
    </>
  );
}

/** A billboard on the roofs with a QR code that opens the invite on a phone; hidden until the code is drawn. */
function Billboard() {
  return (
    <figure className="billboard" hidden>
      <svg role="img" aria-label="QR code of this invite’s link" shapeRendering="crispEdges" />
      <figcaption>Scan to open it on your phone</figcaption>
    </figure>
  );
}

/** Drawings for the skyline's terrace, where `design/skyline.tsx` already has one chair. */

/** One friend beside the empty chair. */
export function WavingFriend() {
  return (
    <g strokeWidth="3.5">
      <path strokeWidth="9.5" d="M112-35h0" />
      <path strokeWidth="8" d="M112.5-24v9" />
      <path d="M110-13v13M115-13v13M109-25l-6 10" />
      <path className="rooftop-wave" d="M115-26l8-5 3-9" />
    </g>
  );
}

/** A table and a second chair, both chairs empty. */
export function LaidTable() {
  return <path strokeWidth="3.5" d="M84-14h28M98-14v14M92-14v-5M104-14v-5M138-16v16M138-8h-19v8" />;
}
