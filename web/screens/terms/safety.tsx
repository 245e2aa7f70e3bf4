import { brand } from '../../../brand.ts';
import { ContactLink, type LegalSection } from '../../design/legal/legal-document.tsx';

export const safety: LegalSection = {
  id: 'safety',
  title: 'Safety',
  body: (
    <>
      <p>
        <strong>
          {brand.product} is not an emergency service. In danger, call 911 or your local emergency
          number.
        </strong>
      </p>
      <p>
        We do not check people’s backgrounds, nor inspect events or venues. Meeting people and going
        places carries risks. Meet new people in public first, tell a friend where you are, arrange
        your own way home, drink within your limits, never drive after drinking, and leave when
        something feels wrong.
      </p>
      <p>
        The emergency contact feature depends on your phone, its network and the person you named;
        nobody at our end watches it, and it calls no authority for you. Ask that person first
        whether they agree.
      </p>
      <p>
        Report people or events that endanger others to <ContactLink />. We may remove them, and
        tell the authorities where the law allows or requires it.
      </p>
    </>
  ),
};
