/** The limits of the short messages that a screen shows (spec §9). */

/** At most this many at a time: a new toast takes the place of the old one. */
export const MAX_TOASTS = 1;

export const TOAST_DURATION_MS = 5_000;

/** How long the record of a dismissed toast is kept. It is out of sight at once. */
export const TOAST_REMOVE_DELAY_MS = 1_000_000;

/** A toast that is dragged this far goes away; one that is dragged less springs back. */
export const TOAST_SWIPE_THRESHOLD_PX = 50;

/** The key that moves the focus to the toasts. */
export const TOAST_HOTKEY = 'F8';

/** `destructive` reports something that went wrong, and is read out at once. */
export interface Toast {
  readonly variant: 'default' | 'destructive';
  readonly title: string;
  readonly description: string;
}
