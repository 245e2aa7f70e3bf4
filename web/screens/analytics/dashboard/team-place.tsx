import { AppPanel } from '../app/app-panel.tsx';
import { Audit } from '../audit/audit.tsx';
import { Mailings } from '../mailings/mailings.tsx';
import type { Place, PlaceProps } from '../parts/view-in-address.ts';
import type { NamedLinksProps } from '../waitlist/named-links.tsx';
import { Waitlist } from '../waitlist/waitlist.tsx';

export interface TeamPlaceProps extends PlaceProps, NamedLinksProps {
  place: Place;
}

/** The places for admins with the right to the waitlist. */
export function TeamPlace({ place, ...props }: TeamPlaceProps) {
  switch (place) {
    case 'waitlist':
      return <Waitlist {...props} />;
    case 'mailings':
      return <Mailings {...props} />;
    case 'app':
      return <AppPanel {...props} />;
    case 'audit':
      return <Audit {...props} />;
    case 'invites':
      return null;
  }
}
