import { brand } from '../../../brand.ts';
import { invitation } from '../../../contract/link-previews.ts';
import { SCRIPT_ADVICE, SCRIPT_TROUBLE_ID } from '../../page.ts';
import { Blurbs } from './blurbs.tsx';
import { InvalidInvite, Invitation } from './invitation.tsx';
import { InviteFrame } from './invite-frame.tsx';
import { appInvite } from './invite-texts.ts';
import { WavingFriend } from './on-the-roof.tsx';
import { WaitlistLink } from './platforms.tsx';

interface AppInvitePageProps {
  /** The name of the inviter, for browsers without JavaScript; undefined for an unknown inviter. */
  readonly name?: string;
  /** The query with the inviter's id, for links to the waitlist. */
  readonly query?: string;
}

export function AppInvitePage({ name, query }: AppInvitePageProps) {
  return (
    <InviteFrame onTheRoof={<WavingFriend />} more={<Blurbs />}>
      <Invitation query={query} />
      <InvalidInvite />
      <noscript>
        <div className="notice">
          <h1 className="display">{appInvite.title}</h1>
          <p>
            <bdi translate="no">{name ?? appInvite.nameless}</bdi>{' '}
            {invitation.wantsYou(brand.product)}
          </p>
          <a className="button" href={brand.betaLink} target="_blank" rel="noopener noreferrer">
            <span>{appInvite.get(brand.product)}</span>
          </a>
          <p>
            With Android, <WaitlistLink query={query}>join the waitlist</WaitlistLink>.
          </p>
        </div>
      </noscript>
      <p className="trouble" id={SCRIPT_TROUBLE_ID} role="alert" hidden>
        The invite could not be loaded. {SCRIPT_ADVICE} Or{' '}
        <a href={brand.betaLink}>get {brand.product}</a> right away.
      </p>
    </InviteFrame>
  );
}
