import { ContactLink, type LegalSection } from '../../design/legal/legal-document.tsx';
import { smsKeywords } from '../../design/legal/legal-figures.ts';

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
