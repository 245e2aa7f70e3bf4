import type { ReactNode } from 'react';
import { Taco } from '../../design/icons.tsx';
import { inviteBlurbs } from './invite-texts.ts';

/** The drawing in each window, on a field of 200 x 200. */
const drawings: Record<(typeof inviteBlurbs)[number]['name'], ReactNode> = {
  Plans: (
    <>
      <path className="blurb-dusk" d="M0 0h200v200H0z" />
      <circle className="friend-Jo" cx="104" cy="132" r="50" />
      <path className="blurb-roofs" d="M0 140h34v-26h36v26l24-26 24 26h22v-40h36v54h24v46H0z" />
      <path className="blurb-band" d="M0 42h200v42H0z" />
      <path className="blurb-line" d="M34 63h132" />
    </>
  ),
  Dinder: (
    <>
      <path className="blurb-card" d="M0 0h200v200H0z" />
      <g transform="translate(100 112) scale(.86)">
        <Taco />
      </g>
    </>
  ),
  'Vibe Check': (
    <>
      <path className="blurb-room" d="M0 0h200v200H0z" />
      <circle className="friend-Lu" cx="150" cy="140" r="56" />
      <path className="eyes" strokeWidth="8" d="M124 122q8 8 16 0M156 122q8 8 16 0" />
      <circle className="friend-Mia" cx="70" cy="142" r="72" />
      <path className="eyes" strokeWidth="10" d="M48 108v9M92 108v9" />
      <path className="smile" strokeWidth="8" d="M52 142q18 16 36 0" />
    </>
  ),
};

/** What the app is for, in three windows of the house. */
export function Blurbs() {
  return (
    <section className="blurbs city" aria-labelledby="blurbs">
      <h2 className="display" id="blurbs">
        Three ways out of the house.
      </h2>
      <ul>
        {inviteBlurbs.map(({ name, text }) => (
          <li key={name}>
            <svg viewBox="0 0 200 200" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
              {drawings[name]}
            </svg>
            <div>
              <h3 className="display">{name}</h3>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
