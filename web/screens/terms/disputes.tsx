import { ContactLink, type LegalSection } from '../../design/legal/legal-document.tsx';
import {
  ARBITRATION_OPT_OUT_DAYS,
  INFORMAL_RESOLUTION_DAYS,
} from '../../design/legal/legal-figures.ts';

export const disputes: LegalSection = {
  id: 'disputes',
  title: 'Disputes',
  body: (
    <>
      <h3>Talk first</h3>
      <p>
        Most problems can be solved by email. Before either of us starts a formal proceeding, the
        one with the complaint writes to the other, you to <ContactLink /> and we to the address of
        your account: who you are, what happened and what would put it right. We then both try in
        good faith to settle it within {INFORMAL_RESOLUTION_DAYS} days. Deadlines for bringing the
        claim stand still during that time.
      </p>
      <h3>California law</h3>
      <p>
        California law applies, without its rules on conflict of laws; the Federal Arbitration Act
        governs what is said here about arbitration. If you are a consumer living elsewhere, you
        keep the protections that the law of your home gives you and that no agreement can take
        away.
      </p>
      <h3>Arbitration</h3>
      <p>
        If {INFORMAL_RESOLUTION_DAYS} days of talking have not settled it, any dispute between you
        and us about these terms or the service is decided by one neutral arbitrator in binding
        arbitration, and <strong>not by a judge or jury</strong>. It is administered by the American
        Arbitration Association under its consumer rules (adr.org), which also say who pays which
        fee; if it cannot take the case, by another neutral provider on which we agree or which a
        court names. It takes place by video, by phone, in writing, or in person in the county where
        you live. The arbitrator can award you what a court could, and explains the decision in
        writing; a court can confirm it. Whether this chapter is valid and covers a claim, a court
        decides.
      </p>
      <h3>What can still go to court</h3>
      <ul>
        <li>Either of us may go to a small claims court that has the power to hear the claim.</li>
        <li>
          Either of us may ask a court to stop a misuse of intellectual property or of the service
          while a dispute is decided.
        </li>
        <li>
          Anybody with a claim of sexual assault or sexual harassment may choose court over
          arbitration.
        </li>
        <li>
          You may go to public authorities, and nothing here waives a right to public injunctive
          relief that the law does not let you waive.
        </li>
      </ul>
      <p>
        What goes to court, small claims apart, goes to the state and federal courts of California,
        unless the law where you live gives you the right to your own.
      </p>
      <h3>No class actions</h3>
      <p>
        As far as the law allows, <strong>you and we bring claims only for ourselves</strong>, and
        not as plaintiff or member in a class, collective or representative proceeding; the
        arbitrator may not join the claims of several people unless everybody agrees, and grants
        relief only as far as the one person’s claim warrants. If this cannot be enforced for a
        certain claim or remedy, that part goes to court once the rest has been arbitrated; the rest
        of this chapter stands.
      </p>
      <h3>Opting out of arbitration</h3>
      <p>
        Write to <ContactLink /> within {ARBITRATION_OPT_OUT_DAYS} days of first accepting these
        terms, with your name, the phone number of your account if you have one, and the words “I
        opt out of arbitration”. Then neither of us is bound by “Arbitration” and “No class
        actions”, and nothing else changes for you.
      </p>
    </>
  ),
};
