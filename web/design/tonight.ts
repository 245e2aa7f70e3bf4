import { LIT_WINDOW_KEY } from './lit-window.ts';
import { moonPhase } from './moon-phase.ts';

/**
 * The classic script that a page runs in its head, so that the first paint shows tonight's moon (moon.css), and the
 * visitor's window (skyline.css) if it is lit.
 */
export const tonightScript = `(root=>{
root.style.setProperty('--phase',(${moonPhase})(Date.now()))
try{if(localStorage.${LIT_WINDOW_KEY})root.dataset.window='lit'}catch{}
})(document.documentElement)`;
