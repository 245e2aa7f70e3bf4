import type { Friend } from '../../design/friend/friend.tsx';
import { Logo } from '../../design/logo.tsx';
import { Skyline } from '../../design/skyline.tsx';

const STRIDE = 'M-8-70-34-8l-12-6M10-70 38-4h14';
const STEP = 'M-4-70-14-36-34-20l-4-12M6-70 12-4h15';

const walkers: { name: Friend; x: number; legs: string }[] = [
  { name: 'Lu', x: 370, legs: STRIDE },
  { name: 'Mia', x: 523, legs: STEP },
  { name: 'Sam', x: 676, legs: STRIDE },
  { name: 'Jo', x: 829, legs: STEP },
];

const STRIPES = [90, 270, 450, 630, 810, 990];

/** Four friends cross a street on a zebra crossing, at a green light. */
export function TermsPreview() {
  return (
    <div className="preview terms-preview sky">
      <Skyline />
      <svg className="preview-scene" viewBox="0 0 1200 630" aria-hidden="true">
        <path className="road" d="M0 470h1200v160H0z" />
        <path className="kerb" d="M0 458h1200v12H0z" />
        {STRIPES.map((x) => (
          <path key={x} className="stripe" d={`M${x} 500h100l-16 130h-110z`} />
        ))}
        {walkers.map(({ name, x, legs }) => (
          <g key={name} transform={`translate(${x} 572) scale(1.14)`}>
            <path className="legs" d={legs} />
            <path className={`friend-${name}`} d="M-42-62v-44a42 38 0 0 1 84 0v44z" />
            <circle className={`friend-${name}`} cx="0" cy="-172" r="40" />
            <path className="eyes" strokeWidth="7" d="M2-178v5M26-178v5" />
            <path className="smile" strokeWidth="5.5" d="M4-158q10 9 20 0" />
          </g>
        ))}
        <path className="post" d="M1094 470V190h14v280z" />
        <rect className="signal" x="1056" y="110" width="90" height="168" rx="18" />
        <circle className="stop" cx="1101" cy="152" r="30" />
        <circle className="go" cx="1101" cy="234" r="30" />
      </svg>
      <div className="preview-words">
        <Logo place="middle" />
        <p className="display">
          Terms
          <br />
          of Service
        </p>
      </div>
    </div>
  );
}
