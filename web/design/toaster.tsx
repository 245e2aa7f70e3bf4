import {
  type ComponentType,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
} from 'react';
import { importAgain } from '../import-again.ts';
import { TOAST_DURATION_MS, type ToastQueue, type ToastRecord } from './toast-queue.ts';
import type { ToastsProps } from './toasts.tsx';

/** If the toasts' code is not loaded after this time, the message appears as plain text. */
const LATE_AFTER_MS = 1_000;

/**
 * Shows the toasts of a queue. The code of the toasts is loaded when a toast is raised. It is loaded earlier if the
 * visitor starts to use the screen (`prepared`), because the network may fail later. If the code cannot be loaded, the
 * message appears as text in the page.
 */
export function Toaster({
  queue,
  prepared,
  takeFocusBack,
}: {
  queue: ToastQueue;
  prepared: boolean;
  /** Called when a toast was closed by the keyboard while the toast had the focus. */
  takeFocusBack: () => void;
}) {
  const records = useSyncExternalStore(queue.subscribe, queue.records, queue.records);
  const [Toasts, setToasts] = useState<ComponentType<ToastsProps>>();
  const [isLate, setIsLate] = useState(false);
  const newest = records[0];

  // Every new toast tries again to load code that failed to load.
  const needed = newest?.id ?? prepared;
  useEffect(() => {
    if (needed === false || Toasts) return;
    const timer = setTimeout(() => setIsLate(true), LATE_AFTER_MS);
    importAgain(() => import('./toasts.tsx')).then(
      (code) => setToasts(() => code.Toasts),
      () => setIsLate(true),
    );
    return () => clearTimeout(timer);
  }, [needed, Toasts]);

  if (Toasts) return <Toasts queue={queue} takeFocusBack={takeFocusBack} />;
  if (!isLate || !newest?.open) return null;
  return <PlainToast key={newest.id} toast={newest} onEnd={() => queue.dismiss(newest.id)} />;
}

function PlainToast({ toast, onEnd }: { toast: ToastRecord; onEnd: () => void }) {
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    const timer = setTimeout(end, TOAST_DURATION_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p
      className={`toast-plain toast-${toast.variant}`}
      role={toast.variant === 'destructive' ? 'alert' : 'status'}
    >
      <strong>{toast.title}</strong>
      <span>{` ${toast.description}`}</span>
    </p>
  );
}
