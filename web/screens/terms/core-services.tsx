import { brand } from '../../../brand.ts';
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
