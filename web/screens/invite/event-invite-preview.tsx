import { Logo } from '../../design/logo.tsx';
import { Skyline } from '../../design/skyline.tsx';
import { Stars } from '../../design/stars.tsx';

/** The picture shows a letter in an envelope instead of the event, because the site has no data about the event. */
export function EventInvitePreview() {
  return (
    <div className="preview event-invite-preview sky">
      <Stars />
      <Skyline />
      <svg className="preview-scene" viewBox="0 0 1200 630" aria-hidden="true">
        <g transform="translate(880 372) rotate(-7)">
          <path className="envelope-inside" d="M-240-90 0-266 240-90V60h-480z" />
          <g transform="rotate(5)">
            <path
              className="letter"
              d="M-196-262a16 16 0 0 1 16-16h360a16 16 0 0 1 16 16V120h-392z"
            />
            <circle className="letter-sun" cy="-128" r="92" />
            <path className="letter-ground" d="M-196-82h392V120h-392z" />
          </g>
          <path
            className="envelope"
            d="M-240-90-4 62a8 8 0 0 0 8 0L240-90v240a18 18 0 0 1-18 18h-444a18 18 0 0 1-18-18z"
          />
          <path className="folds" d="M-226 158-62 24M226 158 62 24" />
        </g>
      </svg>
      <div className="preview-words">
        <p className="display">
          You’re
          <br />
          invited
        </p>
        <Logo />
      </div>
    </div>
  );
}
