import type { LegalSection } from '../../design/legal/legal-document.tsx';

export const thirdPartyBooking: LegalSection = {
  id: 'third-party-booking-sites',
  title: 'Third-party booking sites',
  body: (
    <p>
      Dinder and Sponti may lead you to sites and apps of other companies to reserve, buy or redeem
      something. What you agree there is between you and them: their terms, prices, refunds and
      privacy policy apply, and payments, cancellations and complaints go to them. We do not run
      those sites and are not liable for them, for venues or for partners’ promotions. Where a
      partner pays us for a deal or a booking, that does not make it ours.
    </p>
  ),
};
