import { brand } from '../../../brand.ts';
import { ContactLink, type LegalSection } from '../../design/legal/legal-document.tsx';

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
