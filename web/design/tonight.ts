import { LIT_WINDOW_KEY } from './lit-window.ts';

/**
 * The classic script that a page runs in its head, so that the first paint shows tonight's moon (logo.css), and the
 * visitor's window (skyline.css) if it is lit.
 */
export const tonightScript = `(root=>{
root.style.setProperty('--phase',(${moonPhase})(Date.now()))
try{if(localStorage.${LIT_WINDOW_KEY})root.dataset.window='lit'}catch{}
})(document.documentElement)`;

/**
 * The phase of the moon: 0 new, 0.25 first quarter, 0.5 full, 0.75 last quarter. For times from the year 2000 it is
 * right to about an hour.
 *
 * The angle between moon and sun grows evenly, with periodic deviations. Only the largest are computed here (Meeus,
 * "Astronomical Algorithms", 48.4). The function's source is inlined into pages, so it may use only its parameter and
 * globals.
 *
 * @param time in milliseconds, as of Date.now()
 */
export function moonPhase(time: number): number {
  const days = time / 864e5 - 10957.5;
  const wave = (degrees: number, start: number, perDay: number) =>
    degrees * Math.sin(((start + perDay * days) * Math.PI) / 180);
  const angle =
    297.85 +
    12.190749 * days +
    wave(6.289, 134.96, 13.064993) +
    wave(1.274, 100.74, 11.316505) +
    wave(0.658, 235.7, 24.381498) -
    wave(2.1, 357.53, 0.9856);
  return (angle / 360) % 1;
}
