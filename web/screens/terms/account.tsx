import { ContactLink, type LegalSection } from '../../design/legal/legal-document.tsx';

export const account: LegalSection = {
  id: 'account',
  title: 'Your account',
  body: (
    <p>
      Give us true information and keep it current. One person, one account; it is yours alone and
      you do not hand it on. Keep your phone and your sign-in codes to yourself: nobody from our
      team ever asks for a code. You answer for what happens through your account, unless somebody
      got in without any fault of yours. If you suspect that, tell us at once: <ContactLink />.
    </p>
  ),
};
