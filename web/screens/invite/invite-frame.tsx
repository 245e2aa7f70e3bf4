import type { ReactNode } from 'react';
import { brand } from '../../../brand.ts';
import { listedScreens } from '../../../contract/screens.ts';
import { Footer } from '../../design/footer/footer.tsx';
import { Logo } from '../../design/logo.tsx';
import { Skyline } from '../../design/skyline.tsx';
import { Stars } from '../../design/stars.tsx';
import { FIRST_SCREEN_END_ID } from '../../page.ts';
import { Billboard } from './billboard.tsx';
import { invalidInvite, tooManyRequests } from './invite-texts.ts';
import { TryAgain } from './try-again.tsx';

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
            <p>{brand.tagline}</p>
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
