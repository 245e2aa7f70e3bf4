import { brand } from '../../../brand.ts';
import type { LegalSection } from '../../design/legal/legal-document.tsx';
import { MIN_AGE_YEARS } from '../../design/legal/legal-figures.ts';

export const informationWeCollect: LegalSection = {
  id: 'information-we-collect',
  title: 'Information we collect',
  body: (
    <>
      <p>
        When you use the app, most of this comes from you, some from your device, and some from your
        friends, for example when one of them invites you. What this website collects is far less
        and has <a href="#this-website">a separate chapter</a>.
      </p>
      <h3>Account information</h3>
      <p>
        Your email address, phone number, name, photo and date of birth, information about the
        device that you sign in with and, if you name one, your emergency contact and how to reach
        them. We ask for your date of birth to make sure that you are {MIN_AGE_YEARS} or older.
      </p>
      <h3>Profile information</h3>
      <p>
        Your username, your bio, your interests, your favorites, and whatever else you choose to
        show on your profile.
      </p>
      <h3>Event information</h3>
      <p>
        The plans and events that you make or join: what, when and where, capacity and RSVP
        deadline, guest lists, RSVPs, event chat and photos. For Vibe Check, whether you say that
        you are free and what you are in the mood for.
      </p>
      <h3>Dinder information</h3>
      <p>
        Which restaurants you swipe on and which way, the group that you swipe with, your matches,
        and the history of both.
      </p>
      <h3>Sponti information</h3>
      <p>
        The local deals and pop-up events that you look at, save, join or redeem, and the history of
        bookings that you start from the app. What you type on another company’s booking site,
        payment details included, goes to that company.
      </p>
      <h3>Communication information</h3>
      <p>
        Direct and group messages and what you attach to them, read receipts, typing indicators, the
        SMS invitations that you send (to which number, and whether they arrived), and what you
        write to us.
      </p>
      <h3>Location information</h3>
      <p>
        If you allow it, where your device is, exactly or roughly as you choose in its settings; and
        the places that you enter yourself. You can refuse or change your mind at any time. Features
        that need a location then work less well or not at all.
      </p>
      <h3>Technical information</h3>
      <p>
        From the app: device model, operating system, app version, language, time zone, IP address,
        crash reports, and logs of requests and errors. While the app is in beta, Apple’s TestFlight
        sends us crash reports and the feedback that you give there.
      </p>
      <h3>People who do not use {brand.product}</h3>
      <p>
        A friend may give us your phone number to invite you, or name you as an emergency contact.
        We use it for that and nothing else. Answer the invitation as described under{' '}
        <a href="#text-messages">Text messages</a> or write to us, and we stop.
      </p>
    </>
  ),
};
