import { store } from './stored.ts';

/** The local storage key that is set when the visitor has joined the waitlist. */
export const LIT_WINDOW_KEY = 'lit_window';

/** Lights the visitor's window (skyline.css), and keeps it lit for later visits if the browser allows local storage. */
export function lightWindow(): void {
  document.documentElement.dataset['window'] = 'lit';
  store(LIT_WINDOW_KEY, 'lit');
}

/** Whether the visitor's window is lit. */
export function hasLitWindow(): boolean {
  return document.documentElement.dataset['window'] === 'lit';
}

/** Darkens the visitor's window, for a person who has left the waitlist. */
export function darkenWindow(): void {
  delete document.documentElement.dataset['window'];
  store(LIT_WINDOW_KEY, null);
}
