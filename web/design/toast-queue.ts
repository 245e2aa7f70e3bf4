/** Toasts: the short messages that a screen shows, and their limits. */

/** How many toasts are shown at a time. A new toast replaces the old toast. */
export const MAX_TOASTS = 1;

export const TOAST_DURATION_MS = 5_000;

/** How long the record of a dismissed toast is kept. The specification names this time; it has no visible effect. */
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

export interface ToastRecord extends Toast {
  readonly id: number;
  readonly open: boolean;
}

export type ToastQueue = ReturnType<typeof createToastQueue>;

/** The toasts of a screen, newest first, for `useSyncExternalStore`. */
export function createToastQueue() {
  let records: readonly ToastRecord[] = [];
  let lastId = 0;
  const listeners = new Set<() => void>();

  function change(next: readonly ToastRecord[]): void {
    records = next;
    for (const listener of listeners) listener();
  }

  function dismiss(id: number): void {
    if (!records.some((record) => record.id === id && record.open)) return;
    const remove = () => change(records.filter((record) => record.id !== id));
    setTimeout(remove, TOAST_REMOVE_DELAY_MS);
    change(records.map((record) => (record.id === id ? { ...record, open: false } : record)));
  }

  return {
    raise(toast: Toast): void {
      lastId += 1;
      change([{ ...toast, id: lastId, open: true }, ...records].slice(0, MAX_TOASTS));
    },

    dismiss,

    dismissAll(): void {
      for (const { id } of records) dismiss(id);
    },

    records: () => records,

    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
