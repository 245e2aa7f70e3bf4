import { brand } from '../../../brand.ts';
import {
  ContactLink,
  type LegalSection,
  PostalAddress,
} from '../../design/legal/legal-document.tsx';
import { MIN_AGE_YEARS, smsKeywords } from '../../design/legal/legal-figures.ts';

export const rightsAndControls: LegalSection = {
  id: 'rights-and-controls',
  title: 'Your rights and controls',
  body: (
    <>
      <p>Wherever you live, you may ask us:</p>
      <ul>
        <li>what we hold about you, and for a copy of it that you can take elsewhere;</li>
        <li>to correct what is wrong;</li>
        <li>
          to delete it, your whole account included (<a href="#retention">how long that takes</a>);
        </li>
        <li>to stop or limit a use that you object to, or that you agreed to before.</li>
      </ul>
      <p>
        Write to <ContactLink />, if you can from the address of your account. We make sure that it
        is you, and answer within the time that the law gives us. It costs nothing, and we do not
        treat you worse for it. You may send somebody on your behalf who can show that you did. If
        we refuse, we say why, and you may ask us to look again. You can also complain to the data
        protection authority where you live.
      </p>
      <p>Much of it you can do yourself:</p>
      <ul>
        <li>change your profile and your emergency contact, or delete your account, in the app;</li>
        <li>
          switch location, contacts, photos, camera and notifications on or off in your device’s
          settings;
        </li>
        <li>
          answer a text message with <strong>{smsKeywords.optOut}</strong> to get no more;
        </li>
        <li>clear this website’s local storage in your browser.</li>
      </ul>
      <p>
        <strong>If you live in California,</strong> or in another state with a similar law: the
        chapters above name the categories that we collect, where they come from, what for and with
        whom we share them. We have not sold or “shared” them in the sense of those laws, and we use
        sensitive ones, such as exact location and messages, only to provide what you asked for and
        to keep it safe.
      </p>
    </>
  ),
};

export const children: LegalSection = {
  id: 'children',
  title: `Children (${MIN_AGE_YEARS}+ only)`,
  body: (
    <p>
      {brand.product} is for adults: you must be {MIN_AGE_YEARS} or older, and we do not knowingly
      collect information from anybody younger. If you believe that a child has given us
      information, write to <ContactLink />. Once we learn of it, we close the account and delete
      what came with it.
    </p>
  ),
};

export const storageAndSecurity: LegalSection = {
  id: 'storage-and-security',
  title: 'Storage and security',
  body: (
    <>
      <p>
        Information is stored on servers that we run or rent from hosting companies. It is encrypted
        on its way between your device and us. Only those of our team who need it for their work may
        see it, and copies are made so that a fault does not lose it.
      </p>
      <p>
        Unless the app says otherwise, messages are not end-to-end encrypted: our systems handle
        their content to deliver them. Somebody on our team looks at a message only when it is
        reported, when you ask for help with it, or when safety or the law requires it.
      </p>
      <p>
        No system is perfectly safe. If a breach puts you at risk, we tell you and the authorities
        as the law requires. If you find a weakness or think that somebody else uses your account,
        please tell us at once: <ContactLink />.
      </p>
    </>
  ),
};

const { optOut, optBackIn, support } = smsKeywords;

export const textMessages: LegalSection = {
  id: 'text-messages',
  title: 'Text messages',
  body: (
    <>
      <p>
        We send text messages for sign-in codes and when somebody on {brand.product} invites you to
        an event. Reply <strong>{optOut}</strong> to opt out, <strong>{optBackIn}</strong> to opt
        back in, and <strong>{support}</strong> for support. Message and data rates may apply, and
        how many messages you get depends on your friends.
      </p>
      <p>
        We keep the number, the message, its delivery and your choice, and pass them only to those
        who deliver the message. We do not give phone numbers or text message consent to anybody for
        their own marketing.
      </p>
    </>
  ),
};

export const changes: LegalSection = {
  id: 'changes',
  title: 'Changes to this policy',
  body: (
    <p>
      When we change this policy we put the new text here with its date. If a change matters for
      you, we tell you in the app or by email before it takes effect, and ask for your agreement
      where the law requires it. We do not quietly loosen what we promised for information that we
      already have.
    </p>
  ),
};

export const contact: LegalSection = {
  id: 'contact',
  title: 'Contact',
  body: (
    <p>
      Questions, requests and complaints reach {brand.legalEntity} at <ContactLink />
      <PostalAddress />. A person reads them.
    </p>
  ),
};
