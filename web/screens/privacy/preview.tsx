import { Logo } from '../../design/logo.tsx';
import { Skyline } from '../../design/skyline.tsx';
import { Stars } from '../../design/stars.tsx';
import { Cat } from '../../design/street.tsx';

/** The picture for privacy: two friends behind drawn curtains. */
export function PrivacyPreview() {
  return (
    <div className="preview privacy-preview sky">
      <Stars />
      <Skyline />
      <svg className="preview-scene" viewBox="0 0 1200 630" aria-hidden="true">
        <radialGradient id="light">
          <stop offset="0.4" stopColor="var(--window)" stopOpacity="0.34" />
          <stop offset="0.7" stopColor="var(--window)" stopOpacity="0.1" />
          <stop offset="1" stopColor="var(--window)" stopOpacity="0" />
        </radialGradient>
        <g transform="translate(-20 210) scale(0.66)">
          <path className="wall" d="M690 640V64h-22V36h544v28h-22v576z" />
          <path className="eaves" d="M656 28h568v24H656z" />
          <path fill="url(#light)" d="M690 64h500v576H690z" />
          <path className="frame" d="M752 560V246a188 166 0 0 1 376 0v314z" />
          <path className="room" d="M776 536V248a164 146 0 0 1 328 0v288z" />
          <g className="shadows">
            <circle cx="856" cy="318" r="42" />
            <path d="M786 536v-88a70 76 0 0 1 140 0v88z" />
            <circle cx="1024" cy="336" r="40" />
            <path d="M958 536v-76a66 72 0 0 1 132 0v76z" />
          </g>
          <path
            className="curtain"
            d="M776 536V248a164 146 0 0 1 156-146c10 150 2 300-8 434zM1104 536V248a164 146 0 0 0-156-146c-10 150-2 300 8 434z"
          />
          <path
            className="folds"
            d="M812 190c8 120 2 240-4 346M852 146c12 130 4 270-2 390M892 118c10 140 4 290-2 418M1068 190c-8 120-2 240 4 346M1028 146c-12 130-4 270 2 390M988 118c-10 140-4 290 2 418"
          />
          <path className="sill" d="M724 536h432v34H724z" />
          <g transform="translate(728 536) scale(1.9)">
            <Cat />
          </g>
        </g>
      </svg>
      <div className="preview-words">
        <Logo place="middle" />
        <p className="display">Privacy Policy</p>
      </div>
    </div>
  );
}
