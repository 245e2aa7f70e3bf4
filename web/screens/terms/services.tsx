import { brand } from '../../../brand.ts';
import { listedScreens } from '../../../contract/screens.ts';
import type { LegalSection } from '../../design/legal/legal-document.tsx';

export const coreServices: LegalSection = {
  id: 'core-services',
  title: 'Core services',
  body: (
    <>
      <p>With {brand.product} you can use, as each becomes available to you:</p>
      <ul>
        <li>
          <strong>Plans:</strong> send a spontaneous plan to friends, or make an event with a
          capacity, an RSVP deadline, a guest list and photos.
        </li>
        <li>
          <strong>Dinder:</strong> swipe on restaurants as a group, match, and go to eat.
        </li>
        <li>
          <strong>Vibe Check:</strong> see who is free and what the vibe is before you ask.
        </li>
        <li>
          <strong>Sponti:</strong> local deals, pop-up events, venue capacity, partner promotions,
          and bookings through other companies’ sites.
        </li>
        <li>
          <strong>Event chat</strong> for the people of one event.
        </li>
        <li>
          <strong>Direct and group messaging</strong> with read receipts and typing indicators.
        </li>
        <li>
          <strong>Emergency contact:</strong> name somebody whom you can reach quickly from the app.
        </li>
      </ul>
      <p>
        We are a place to meet, not a party to your plans. Who comes, whether a restaurant has a
        table, how full a venue is and whether a deal still holds are told to us by others, and can
        change or be wrong. Go by what you find when you get there.
      </p>
    </>
  ),
};

export const beta: LegalSection = {
  id: 'beta',
  title: 'Beta and availability',
  body: (
    <>
      <p>
        {brand.product} is in beta on iOS; an Android version is coming soon. Joining the waitlist
        does not promise you a place or a date. Beta software has faults, may lose data, and may
        change or stop. We may add, change or end features; where one that you rely on goes, we tell
        you ahead if we can.
      </p>
      <p>
        If you got the app from Apple, its rules for TestFlight and the App Store apply as well.
        These terms are between you and us, not Apple. Apple owes you no support or warranty for the
        app beyond a refund of what you paid for it, if anything, and does not answer for claims
        about it; it may enforce these terms towards you as a third-party beneficiary. You say that
        you are in no country under a United States embargo and on no list of people with whom trade
        is prohibited.
      </p>
    </>
  ),
};

export const thirdPartyBooking: LegalSection = {
  id: 'third-party-booking-sites',
  title: 'Third-party booking sites',
  body: (
    <p>
      Dinder and Sponti may lead you to sites and apps of other companies to reserve, buy or redeem
      something. What you agree there is between you and them: their terms, prices, refunds and
      privacy policy apply, and payments, cancellations and complaints go to them. We do not run
      those sites and are not liable for them, for venues or for partners’ promotions. Where a
      partner pays us for a deal or a booking, that does not make it ours.
    </p>
  ),
};

export const location: LegalSection = {
  id: 'location',
  title: 'Location',
  body: (
    <p>
      Some features, such as restaurants, deals and pop-up events near you, need your location. You
      decide in your device’s settings whether to give it, and can change your mind at any time.
      Where you share a place with friends or guests, they see it. Positions and distances can be
      wrong: do not rely on them where safety is at stake, and do not use anybody’s location to
      follow or surprise them against their will. What we keep and for how long stands in the{' '}
      <a href={listedScreens.privacy}>Privacy Policy</a>.
    </p>
  ),
};
