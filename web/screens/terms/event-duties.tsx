import { brand } from '../../../brand.ts';
import type { LegalSection } from '../../design/legal/legal-document.tsx';

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
