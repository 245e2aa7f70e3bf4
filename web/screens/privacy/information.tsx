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

export const scope: LegalSection = {
  id: 'scope',
  title: 'About this policy',
  body: (
    <>
      <p>
        {brand.legalEntity} (“we” and “us” below) runs {brand.product} and decides how the
        information described here is used. This policy covers the {brand.product} mobile app, this
        website, and the emails and text messages that we send.
      </p>
      <p>
        The app is in beta on iOS; an Android version is coming soon. Its features arrive one by
        one: as long as a feature is not there for you, we collect nothing for it.
      </p>
    </>
  ),
};

export const uses: LegalSection = {
  id: 'uses',
  title: 'How we use information',
  body: (
    <>
      <ul>
        <li>
          To run {brand.product}: your account, plans and events, Dinder matches, Vibe Check, Sponti
          deals and bookings, chat, invitations.
        </li>
        <li>To show you what is near you and who is free, where you allow it.</li>
        <li>To send you what you asked for: notifications, invitations, news of the launch.</li>
        <li>
          To keep people safe: checking age, answering reports, stopping spam, fraud and abuse, and
          reaching your emergency contact when you use that feature.
        </li>
        <li>To help you when you write to us.</li>
        <li>
          To find and mend faults, and to learn which features are used, with totals wherever totals
          will do.
        </li>
        <li>To do what the law asks of us, and to establish or defend legal claims.</li>
      </ul>
      <p>
        We do not use your private messages or your exact location to choose advertising, and we
        make no decision with legal effect for you by automated means alone.
      </p>
      <p>
        Where the law asks for a legal basis (as in the European Economic Area and the United
        Kingdom), ours are: the contract with you, for running the app; your consent, for location,
        contacts, notifications and the waitlist, which you can withdraw at any time; our legitimate
        interest in a safe service that works and in knowing how our invitations do, for security,
        repairs and counts; and legal duties.
      </p>
    </>
  ),
};

export const sharing: LegalSection = {
  id: 'sharing',
  title: 'How we share information',
  body: (
    <>
      <p>
        We do not sell personal information, and we do not share it with others for advertising that
        follows you from one service to the next. We share it like this:
      </p>
      <ul>
        <li>
          <strong>With the people you make plans with.</strong> Others see your profile. Guests and
          creators of an event see its guest list, RSVPs, chat and photos. The people you message
          see your messages and, with them, read receipts and typing indicators. A Dinder group sees
          its matches. With Vibe Check, friends see whether you are free. What people have seen they
          can remember, copy and pass on.
        </li>
        <li>
          <strong>With your emergency contact,</strong> when you use that feature: who you are and
          what you choose to send, your location included.
        </li>
        <li>
          <strong>With companies that work for us,</strong> such as hosting, SMS and email delivery,
          maps, sign-in and crash reporting. They get what their task needs and may use it for that
          task only.
        </li>
        <li>
          <strong>With venues, partners and booking sites,</strong> when you choose it: when you
          redeem a deal, answer a venue’s event or go on to a booking. Apart from that they get
          totals that do not tell who you are.
        </li>
        <li>
          <strong>When the law or safety requires it:</strong> to answer a valid legal demand, or
          when we believe in good faith that it prevents serious harm or protects somebody’s rights.
        </li>
        <li>
          <strong>If our business changes hands,</strong> in a merger, sale or the like. The new
          owner is bound by this policy until you are told of a new one.
        </li>
        <li>
          <strong>With your agreement,</strong> in any other case.
        </li>
      </ul>
    </>
  ),
};

export const internationalTransfers: LegalSection = {
  id: 'international-transfers',
  title: 'International transfers',
  body: (
    <p>
      We are based in the United States. We and the companies that work for us may handle your
      information there and in other countries, whose laws may protect it less than those of your
      own. Where the law asks for safeguards when information leaves your country, such as the
      European Commission’s standard contractual clauses, we use them. Ask us if you would like to
      know more.
    </p>
  ),
};
