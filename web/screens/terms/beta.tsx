import { brand } from '../../../brand.ts';
import type { LegalSection } from '../../design/legal/legal-document.tsx';

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
