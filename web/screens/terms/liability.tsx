import { brand } from '../../../brand.ts';
import type { LegalSection } from '../../design/legal/legal-document.tsx';
import { LIABILITY_CAP_USD } from '../../design/legal/legal-figures.ts';

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
