import { renderToString } from 'react-dom/server';
import { brand } from '../../../brand.ts';
import { type AppPlatforms, hasWaitlist } from '../../../contract/availability.ts';
import { inEachState } from '../../../contract/page-parts.ts';
import { listedScreens } from '../../../contract/screens.ts';
import { Footer } from '../../design/footer/footer.tsx';
import { Logo } from '../../design/logo.tsx';
import { earlyButtons } from '../../design/screen-texts.ts';
import { RooftopFriends, Skyline } from '../../design/skyline.tsx';
import { Stars } from '../../design/stars.tsx';
import {
  FOOTER_STYLE,
  type Page,
  QUIET_BUTTON_STYLE,
  SCRIPT_ADVICE,
  SCRIPT_TROUBLE_ID,
} from '../../page.ts';
import { GROUND_ID, PositionScreen } from './position-screen.tsx';
import { POSITION_ID } from './ways-in.ts';
import { YourHouse } from './your-house.tsx';

export const waitlist: Page = {
  title: `Your place · ${brand.product}`,
  description: `Confirm your place on the ${brand.product} waitlist, see it, share it, or leave.`,
  styles: [
    QUIET_BUTTON_STYLE,
    'web/screens/waitlist/waitlist.css',
    'web/screens/waitlist/your-house.css',
    FOOTER_STYLE,
  ],
  body: <MailLinkPage />,
  parts: { position: inEachState((app) => <HydratedPart app={app} />) },
  scripts: [{ source: 'web/screens/waitlist/hydrate.tsx' }],
};

const byMail = (
  <>
    Or write to <a href={`mailto:${brand.contactEmail}`}>{brand.contactEmail}</a>, and a person does
    it for you.
  </>
);

/**
 * `/waitlist`, which the letters open. Its users want to know within seconds whether they are on the list, what their
 * position is, and how friends move them up. They fear more mail, a press that does something unexpected, an address
 * that others can see, and a list that they cannot leave. So each step says what its button does before the press,
 * nothing is changed without a press (or a sign-up in this browser), the page shows no address, and people on the list
 * are told how to leave it.
 *
 * The part with the sky shows the state of the sign-up and the position; the part below the houses (the ground) has the
 * buttons.
 */
function MailLinkPage() {
  return (
    <>
      <main className="position">
        <div className="position-sky sky">
          <Stars />
          <div className="position-words">
            <a className="position-logo" href={listedScreens.home}>
              <Logo />
            </a>
            {'{{position}}'}
            <noscript>
              <h1 className="display">This page needs JavaScript.</h1>
              <p>
                Please turn it on, or open the link of our email in another browser: then you can
                confirm, see your place, or leave. {byMail}
              </p>
            </noscript>
            <p id={SCRIPT_TROUBLE_ID} role="alert" hidden>
              The page could not be loaded completely. {SCRIPT_ADVICE} {byMail}
            </p>
          </div>
          <Skyline>
            <RooftopFriends />
            <YourHouse />
          </Skyline>
        </div>
        <div className="position-ground city" id={GROUND_ID} />
      </main>
      <Footer />
    </>
  );
}

/** The only island. Its script also fills the ground. */
function HydratedPart({ app }: { app: AppPlatforms }) {
  const words = { __html: renderToString(<PositionScreen />) };
  return (
    <div
      id={POSITION_ID}
      data-form={hasWaitlist(app) ? '' : undefined}
      data-ios={app.ios in earlyButtons ? app.ios : undefined}
      data-android={app.android in earlyButtons ? app.android : undefined}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: it is React's own output
      dangerouslySetInnerHTML={words}
    />
  );
}
