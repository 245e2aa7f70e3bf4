import { AppPanel } from '../app/app-panel.tsx';
import { Audit } from '../audit/audit.tsx';
import { LaunchPanel } from '../mailings/launch-panel.tsx';
import { MailingsPanel } from '../mailings/mailings-panel.tsx';
import type { Place } from '../parts/view-in-address.ts';
import { type NamedLinks, Waitlist } from '../waitlist/waitlist.tsx';

const places = { waitlist: Waitlist, mailings: Mailings, app: AppPanel, audit: Audit };

function Mailings() {
  return (
    <>
      <MailingsPanel />
      <LaunchPanel />
    </>
  );
}

/** The places for admins with the right to the waitlist. */
export function TeamPlace({
  place,
  namedLinks,
}: NamedLinks & { place: Exclude<Place, 'invites'> }) {
  const Shown = places[place];
  return <Shown namedLinks={namedLinks} />;
}
