import { MAX_TOASTS, TOAST_REMOVE_DELAY_MS, type Toast } from './toast-limits.ts';

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
  const removals = new Map<number, ReturnType<typeof setTimeout>>();

  function change(next: readonly ToastRecord[]): void {
    for (const { id } of records.filter((record) => !next.some(({ id }) => id === record.id))) {
      clearTimeout(removals.get(id));
      removals.delete(id);
    }
    records = next;
    for (const listener of listeners) listener();
  }

  function dismiss(id: number): void {
    if (!records.some((record) => record.id === id && record.open)) return;
    const remove = () => change(records.filter((record) => record.id !== id));
    removals.set(id, setTimeout(remove, TOAST_REMOVE_DELAY_MS));
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
