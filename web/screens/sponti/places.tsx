import { brand } from '../../../brand.ts';
import { Club, Parasol, Shop, Tent } from './buildings.tsx';

const places = [
  {
    name: 'Local Deals',
    text: 'Two-for-one ramen, until nine. Promotions from partners on the next corner, while they last.',
    colour: 'teal',
    Building: Shop,
    pin: { x: 100, y: 66 },
  },
  {
    name: 'Pop-up Events',
    text: 'A brass band, a film on a roof. See what has just started, and whether there is still room.',
    colour: 'yellow',
    Building: Tent,
    pin: { x: 222, y: 92 },
  },
  {
    name: 'Instant Booking',
    text: 'Found your evening? One tap takes you to the place’s own booking site, before anybody says “maybe”.',
    colour: 'pink',
    Building: Parasol,
    pin: { x: 92, y: 44 },
  },
  {
    name: 'Exclusive Access',
    text: `The rope opens for you: partners keep some of their offers for people on ${brand.product}.`,
    colour: 'green',
    Building: Club,
    pin: { x: 200, y: 52 },
  },
];

/** Four stops of one evening, each a building on a sign with a text. */
export function Places() {
  return (
    <div className="stroll">
      <svg className="route" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <path
          className="route-wide"
          d="M47 8C44 20 22 18 22 32S78 30 78 46 22 58 22 72 78 70 78 86"
        />
        <path
          className="route-narrow"
          d="M58 8C40 12 18 14 18 25S64 38 60 49 16 60 18 71 64 80 60 90"
        />
      </svg>
      {/* The dot is a separate element, because Safari would stretch it with the drawing. */}
      <span className="route-start" />
      <ul className="places">
        {places.map(({ name, text, colour, Building, pin }) => (
          <li key={name} className={`place place-${colour}`}>
            <svg className="place-building" viewBox="0 0 280 220" aria-hidden="true">
              <Building />
              <Pin {...pin} />
            </svg>
            <div className="place-sign">
              <h2 className="display">{name}</h2>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A pin with a face; its tip is at `x`, `y`. waking.css animates it. */
export function Pin({ x = 0, y = 0 }: { x?: number; y?: number }) {
  return (
    <svg
      className="pin"
      viewBox="-40 -116 80 116"
      x={x - 27}
      y={y - 78}
      width="54"
      height="78"
      aria-hidden="true"
    >
      <path className="pin-drop" d="M0 0C-8-22-40-40-40-76A40 40 0 0 1 40-76C40-40 8-22 0 0Z" />
      <circle className="pin-face" cy="-76" r="23" />
      <path className="pin-eyes" d="M-8-84v7M8-84v7" />
      <path className="pin-smile" d="M-7-68q7 7 14 0" />
    </svg>
  );
}
