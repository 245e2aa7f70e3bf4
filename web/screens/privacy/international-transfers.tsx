import type { LegalSection } from '../../design/legal/legal-document.tsx';

export const internationalTransfers: LegalSection = {
  id: 'international-transfers',
  title: 'International transfers',
  body: (
    <p>
      We are based in the United States. We and the companies that work for us may handle your
      information there and in other countries, whose laws may protect it less than those of your
      own. Where the law asks for safeguards when information leaves your country, such as the
      European Commission’s standard contractual clauses, we use them. Ask us if you would like to
      know more.
    </p>
  ),
};
