import { LIT_WINDOW_KEY } from './visitor-memory.ts';

/**
 * The classic script that a page runs in its head, so that the first paint shows tonight's moon (logo.css), and the
 * visitor's window (skyline.css) if it is lit.
 */
export const tonightScript = `(root=>{
root.style.setProperty('--phase',(${moonPhase})(Date.now()))
try{if(localStorage.${LIT_WINDOW_KEY})root.dataset.window='lit'}catch{}
})(document.documentElement)`;

/**
 * The phase of the moon: 0 new, 0.25 first quarter, 0.5 full, 0.75 last quarter. Months are as long as their mean, so it is
 * right to about a day. The function's source is inlined into pages, so it may use only its parameter and globals.
 *
 * @param time in milliseconds, as of Date.now()
 */
export function moonPhase(time: number): number {
  // From a new moon, on January 6, 2000.
  return ((time - 947182440000) / 864e5 / 29.530588853) % 1;
}
