import { brand } from '../../../brand.ts';
import { ContactLink, type LegalSection } from '../../design/legal/legal-document.tsx';

export const userConduct: LegalSection = {
  id: 'user-conduct',
  title: 'User conduct',
  body: (
    <>
      <p>Be somebody whom others are glad to have invited. You may not use {brand.product} to:</p>
      <ul>
        <li>harass, threaten, stalk, humiliate or discriminate against anybody;</li>
        <li>hurt, exploit or endanger people, above all minors, or urge others to;</li>
        <li>pretend to be somebody else, or mislead people about an event or about yourself;</li>
        <li>
          share intimate pictures without consent, others’ private information, hateful or unlawful
          content;
        </li>
        <li>sell or promote drugs, weapons, sexual services or anything else that is unlawful;</li>
        <li>
          send spam, run scams, or invite people who have not agreed to hear from you, or have asked
          you to stop;
        </li>
        <li>
          collect data about others, copy the service by automated means, inflate invite counts,
          spread malware, attack our systems, or get around limits and blocks;
        </li>
        <li>break the law or somebody’s rights.</li>
      </ul>
      <p>
        If you see any of this, report it to <ContactLink />. We may remove content and limit or
        close accounts, but we cannot watch everything and do not promise to.
      </p>
    </>
  ),
};
