import { ContactLink, type LegalSection } from '../../design/legal/legal-document.tsx';

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
