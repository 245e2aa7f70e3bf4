import { brand } from '../../../brand.ts';
import { ContactLink, type LegalSection } from '../../design/legal/legal-document.tsx';
import { smsKeywords } from '../../design/legal/legal-figures.ts';

export const creatorDuties: LegalSection = {
  id: 'event-creators',
  title: 'If you create an event',
  body: (
    <>
      <p>The event is yours, not ours. As its creator you have more duties than your guests:</p>
      <ul>
        <li>
          say truthfully what it is, when, where, who hosts it, what it costs and what guests should
          know to stay safe;
        </li>
        <li>have the right to use the place, and whatever permits and insurance it needs;</li>
        <li>
          set a capacity that the place can safely hold, keep to it, and treat those who answered
          before the RSVP deadline fairly;
        </li>
        <li>
          obey the law at your event, such as rules on noise, fire safety, food, alcohol and minimum
          age, and do not turn people away for reasons that the law forbids;
        </li>
        <li>tell your guests quickly when something changes or is called off;</li>
        <li>
          if you take money, say what for, keep to what you said, and give it back when you cancel;
        </li>
        <li>
          use the guest list, chat and photos for the event only, and invite only people who would
          want to hear from you;
        </li>
        <li>stop what becomes dangerous, and call for help when it is needed.</li>
      </ul>
    </>
  ),
};

export const participantDuties: LegalSection = {
  id: 'event-participants',
  title: 'If you join an event',
  body: (
    <ul>
      <li>Answer honestly and before the RSVP deadline; say so when you can no longer come.</li>
      <li>
        Bring others only where the creator allows it, and do not pass on a private address or
        invitation.
      </li>
      <li>Follow the rules of host and venue, and leave when they ask you to.</li>
      <li>
        Respect people and property; you answer for your own behavior, for the damage that you do
        and for your own costs.
      </li>
      <li>
        Ask before you take or share pictures of others, and take them down when somebody in them
        asks.
      </li>
      <li>
        Judge for yourself whether an event is right for you, and how you get home. {brand.product}{' '}
        has not checked it.
      </li>
    </ul>
  ),
};

export const userConduct: LegalSection = {
  id: 'user-conduct',
  title: 'User conduct',
  body: (
    <>
      <p>Be somebody whom others are glad to have invited. You may not use {brand.product} to:</p>
      <ul>
        <li>harass, threaten, stalk, humiliate or discriminate against anybody;</li>
        <li>hurt, exploit or endanger people, above all minors, or urge others to;</li>
        <li>pretend to be somebody else, or mislead people about an event or about yourself;</li>
        <li>
          share intimate pictures without consent, others’ private information, hateful or unlawful
          content;
        </li>
        <li>sell or promote drugs, weapons, sexual services or anything else that is unlawful;</li>
        <li>
          send spam, run scams, or invite people who have not agreed to hear from you, or have asked
          you to stop;
        </li>
        <li>
          collect data about others, copy the service by automated means, inflate invite counts,
          spread malware, attack our systems, or get around limits and blocks;
        </li>
        <li>break the law or somebody’s rights.</li>
      </ul>
      <p>
        If you see any of this, report it to <ContactLink />. We may remove content and limit or
        close accounts, but we cannot watch everything and do not promise to.
      </p>
    </>
  ),
};

export const safety: LegalSection = {
  id: 'safety',
  title: 'Safety',
  body: (
    <>
      <p>
        <strong>
          {brand.product} is not an emergency service. In danger, call 911 or your local emergency
          number.
        </strong>
      </p>
      <p>
        We do not check people’s backgrounds, nor inspect events or venues. Meeting people and going
        places carries risks. Meet new people in public first, tell a friend where you are, arrange
        your own way home, drink within your limits, never drive after drinking, and leave when
        something feels wrong.
      </p>
      <p>
        The emergency contact feature depends on your phone, its network and the person you named;
        nobody at our end watches it, and it calls no authority for you. Ask that person first
        whether they agree.
      </p>
      <p>
        Report people or events that endanger others to <ContactLink />. We may remove them, and
        tell the authorities where the law allows or requires it.
      </p>
    </>
  ),
};

const { optOut, optBackIn, support } = smsKeywords;

export const smsInvitations: LegalSection = {
  id: 'sms-invitations',
  title: 'SMS invitations',
  body: (
    <>
      <p>
        You can invite friends to an event by text message, which {brand.product} sends because you
        ask it to. Only invite people who know you and have agreed to get such a message from you;
        you choose them, and you answer for that choice.
      </p>
      <p>If you get one of our text messages, you can reply:</p>
      <ul>
        <li>
          <strong>{optOut}</strong> to opt out: after one confirmation you get no more invitations;
        </li>
        <li>
          <strong>{optBackIn}</strong> to opt back in;
        </li>
        <li>
          <strong>{support}</strong> for support, or write to <ContactLink />.
        </li>
      </ul>
      <p>
        How many messages you get depends on who invites you. Message and data rates may apply.
        Carriers may delay or lose messages, and neither they nor we are liable for that. Nobody has
        to agree to text messages in order to buy anything.
      </p>
    </>
  ),
};
