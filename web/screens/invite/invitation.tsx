import { brand } from '../../../brand.ts';
import { appInvite, invalidInvite } from '../../../contract/invites.ts';
import { screens } from '../../../contract/screens.ts';
import { BetaLink } from './beta-link.tsx';
import { elementIds } from './element-ids.ts';
import { Platforms } from './platforms.tsx';

/**
 * What one friend says to another. All of it is in the page from the start, with room for what only a
 * profile brings; `show-invite.ts` fills that in, and `data-invite` says which of it is seen.
 */
export function Invitation() {
  return (
    <div className="invitation">
      <h1 className="display">{appInvite.title}</h1>
      <div className="portrait" id={elementIds.portrait}>
        <span className="initial" id={elementIds.initial} aria-hidden="true" />
      </div>
      <div className="invitation-words" aria-live="polite">
        <p className="invitation-loading">{appInvite.loading}</p>
        <h2 className="display">
          {/* A name that is written from the right must not turn the sentence around it. */}
          <span className="name-room">
            <bdi className="name" id={elementIds.name} />
          </span>{' '}
          {appInvite.wantsYou(brand.product)}
        </h2>
        <p className="message">{appInvite.message(brand.product)}</p>
      </div>
      <div className="invitation-actions">
        <BetaLink id={elementIds.get} label={appInvite.get(brand.product)} />
        <a className="button button-quiet" href={screens.home}>
          {appInvite.learnMore}
        </a>
        <Platforms />
      </div>
    </div>
  );
}

export function InvalidInvite() {
  return (
    <div className="invalid-invite notice" role="alert">
      <span className="sunk" />
      <h1 className="display">{invalidInvite.title}</h1>
      <p>{invalidInvite.message}</p>
      <a className="button" href={screens.home}>
        {invalidInvite.home}
      </a>
    </div>
  );
}
