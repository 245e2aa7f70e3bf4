import * as RadixToast from '@radix-ui/react-toast';
import { useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { CloseIcon } from './icons.tsx';
import styles from './toast.css?inline';
import {
  TOAST_DURATION_MS,
  TOAST_HOTKEY,
  TOAST_SWIPE_THRESHOLD_PX,
  type ToastQueue,
  type ToastRecord,
} from './toast-queue.ts';

/**
 * Radix closes a toast that is dragged further than its threshold. Our toasts must also close at exactly the threshold.
 */
const SWIPE_BELOW_THRESHOLD_PX = TOAST_SWIPE_THRESHOLD_PX - 0.001;

// The policy blocks new <style> elements, but not constructed stylesheets.
const sheet = new CSSStyleSheet();
sheet.replaceSync(styles);
document.adoptedStyleSheets.push(sheet);

export interface ToastsProps {
  queue: ToastQueue;
  takeFocusBack: () => void;
}

/** The toasts themselves; `Toaster` loads this file when they are needed. */
export function Toasts({ queue, takeFocusBack }: ToastsProps) {
  const records = useSyncExternalStore(queue.subscribe, queue.records);
  const viewport = useRef<HTMLOListElement>(null);

  /**
   * When a toast that has the focus closes, Radix moves the focus to the viewport. After a touch the focus stays there,
   * because a field with the focus would open the on-screen keyboard.
   */
  function close(id: number): void {
    queue.dismiss(id);
    if (viewport.current?.matches(':focus-visible')) takeFocusBack();
  }

  return (
    // A new provider for each toast: if a toast closes while it has the pointer or the focus, Radix leaves
    // its provider paused, and the next toast would never close.
    <RadixToast.Provider
      key={records[0]?.id}
      duration={TOAST_DURATION_MS}
      swipeDirection="right"
      swipeThreshold={SWIPE_BELOW_THRESHOLD_PX}
    >
      {records.map((record) => (
        <Toast key={record.id} record={record} onClose={() => close(record.id)} />
      ))}
      {/* In <body>, because a transform on any ancestor would pin the toasts to that ancestor. */}
      {createPortal(
        <RadixToast.Viewport ref={viewport} className="toast-viewport" hotkey={[TOAST_HOTKEY]} />,
        document.body,
      )}
    </RadixToast.Provider>
  );
}

function Toast({ record, onClose }: { record: ToastRecord; onClose: () => void }) {
  return (
    <RadixToast.Root
      className={`toast toast-${record.variant}`}
      type={record.variant === 'destructive' ? 'foreground' : 'background'}
      open={record.open}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <RadixToast.Title className="toast-title">{record.title}</RadixToast.Title>
      <RadixToast.Description className="toast-description">
        {record.description}
      </RadixToast.Description>
      <RadixToast.Close className="toast-close" aria-label="Close">
        <CloseIcon />
      </RadixToast.Close>
    </RadixToast.Root>
  );
}
