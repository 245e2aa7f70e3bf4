import { brand } from '../../../brand.ts';
import {
  ContactLink,
  type LegalSection,
  PostalAddress,
} from '../../design/legal/legal-document.tsx';
import {
  ARBITRATION_OPT_OUT_DAYS,
  INFORMAL_RESOLUTION_DAYS,
  LIABILITY_CAP_USD,
} from '../../design/legal/legal-figures.ts';

export const liability: LegalSection = {
  id: 'liability',
  title: 'Liability',
  body: (
    <>
      <p>
        <strong>No warranty.</strong> As far as the law allows, we provide {brand.product} “as is”
        and “as available”, without warranties of any kind, express or implied, including those of
        merchantability, fitness for a particular purpose, title and non-infringement. We do not
        promise that it is always there, free of faults, or that what others say on it is true.
      </p>
      <p>
        <strong>Limits.</strong> As far as the law allows, we are not liable for indirect,
        incidental, special, consequential or punitive damages, nor for lost profits or data, nor
        for what users, hosts, venues and partners do, online or in person. For everything together,
        we owe at most what you paid us in the year before the claim or US${LIABILITY_CAP_USD},
        whichever is more.
      </p>
      <p>
        <strong>What stays.</strong> Nothing here limits liability for fraud, willful injury, gross
        negligence, violations of law, or anything else for which the law does not let us limit it,
        nor rights that you have as a consumer and cannot sign away. Some places do not allow some
        of these limits; there they do not apply to you.
      </p>
      <p>
        <strong>If you cause a claim.</strong> If somebody makes a claim against us because you
        broke these terms, the law or their rights, or because of an event that you created, you
        cover what it reasonably costs us, except as far as we caused it. We tell you of it promptly
        and do not settle at your expense without asking you.
      </p>
    </>
  ),
};

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

export const intellectualProperty: LegalSection = {
  id: 'intellectual-property',
  title: 'Intellectual property',
  body: (
    <>
      <p>
        <strong>What is ours.</strong> The app, the website, the name {brand.product}, the logo and
        the design belong to us or to those who license them to us. As long as you keep to these
        terms you may use them for your own, non-commercial plans: a permission that is personal,
        not exclusive, and that we can end. Do not copy, sell, or take apart the service, except
        where the law lets you. Open-source parts keep their own licenses.
      </p>
      <p>
        <strong>What is yours.</strong> Your messages, photos and other content stay yours. So that
        the service can work, you allow us, worldwide and without charge, to store, copy, transmit,
        adapt in form (such as to make a picture smaller) and show them to the people you share them
        with, and to let the companies that work for us do so. This permission ends when the content
        is deleted, apart from copies in backups until they are removed and what others have
        received from you. You confirm that you have the right to share what you share.
      </p>
      <p>
        <strong>Your ideas.</strong> If you send us suggestions, we may use them freely and owe
        nothing for them.
      </p>
      <p>
        <strong>Copyright complaints.</strong> If something here infringes your copyright, write to{' '}
        <ContactLink /> with: the work; where the copy is; how to reach you; a statement that you
        believe in good faith that the use is not allowed; a statement, under penalty of perjury,
        that your notice is accurate and that you may act for the owner; and your signature, on
        paper or electronic. We remove what infringes, tell the person who posted it, who may
        object, and close the accounts of those who do it repeatedly.
      </p>
    </>
  ),
};

export const changes: LegalSection = {
  id: 'changes',
  title: 'Changes to these terms',
  body: (
    <p>
      When we change these terms we put the new text here with its date, and tell you in the app or
      by email of changes that matter before they take effect. They do not reach back to disputes
      that you have already told us of. If you do not agree, stop using the service and delete your
      account; by going on after that day you accept them.
    </p>
  ),
};

export const general: LegalSection = {
  id: 'general',
  title: 'General terms',
  body: (
    <p>
      These terms and the policies they name are the whole agreement between us. If a part cannot be
      enforced, the rest stays valid (for class actions, see <a href="#disputes">Disputes</a>). If
      we do not insist on a right once, we keep it. You may not hand this agreement on without our
      consent; we may when our business changes hands, and your rights then stay the same. Nobody is
      liable for what is beyond their reasonable control. We may send you notices in the app, by
      email or by text message.
    </p>
  ),
};

export const contact: LegalSection = {
  id: 'contact',
  title: 'Contact',
  body: (
    <p>
      {brand.legalEntity} can be reached at <ContactLink />
      <PostalAddress />.
    </p>
  ),
};
