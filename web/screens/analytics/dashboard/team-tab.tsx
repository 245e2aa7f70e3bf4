import { AppPanel } from '../app/app-panel.tsx';
import { Audit } from '../audit/audit.tsx';
import { LaunchPanel } from '../mailings/launch-panel.tsx';
import { MailingsPanel } from '../mailings/mailings-panel.tsx';
import type { Tab } from '../parts/view-in-address.ts';
import { type NamedLinks, Waitlist } from '../waitlist/waitlist.tsx';

const tabs = { waitlist: Waitlist, mailings: Mailings, app: AppPanel, audit: Audit };

function Mailings() {
  return (
    <>
      <MailingsPanel />
      <LaunchPanel />
    </>
  );
}

/** The tabs for admins with the right to the waitlist. */
export function TeamTab({ tab, namedLinks }: NamedLinks & { tab: Exclude<Tab, 'invites'> }) {
  const Shown = tabs[tab];
  return <Shown namedLinks={namedLinks} />;
}
