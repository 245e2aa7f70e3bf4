/** The limits of toasts, the short messages that a screen shows (spec §9). */

/** How many toasts are shown at a time. A new toast replaces the old toast. */
export const MAX_TOASTS = 1;

export const TOAST_DURATION_MS = 5_000;

/** How long the record of a dismissed toast is kept: required by spec §9, without a visible effect. */
export const TOAST_REMOVE_DELAY_MS = 1_000_000;

/** A toast that is dragged at least this far is dismissed, else it springs back. */
export const TOAST_SWIPE_THRESHOLD_PX = 50;

/** The key that moves the focus to the toasts. */
export const TOAST_HOTKEY = 'F8';

/** A `destructive` toast reports something that went wrong. Screen readers read it out immediately. */
export interface Toast {
  readonly variant: 'default' | 'destructive';
  readonly title: string;
  readonly description: string;
}
