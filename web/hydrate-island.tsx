import { type ReactNode, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { FAILED_EVENT, READY_EVENT } from './page.ts';

/**
 * Hydrates an island, and sends READY_EVENT to the page's inline script when the island works. If it fails,
 * then or later, its HTML from before the hydration is restored, with what was typed, and FAILED_EVENT is sent.
 */
export function hydrateIsland(id: string, part: ReactNode): void {
  const container = document.getElementById(id);
  if (!container) return;
  const plain = container.cloneNode(true) as HTMLElement;
  container.addEventListener('input', ({ target }) => {
    const field = plain.querySelector('input');
    if (field && target instanceof HTMLInputElement) field.value = target.value;
  });
  hydrateRoot(container, <Reporting>{part}</Reporting>, {
    // An extension or a translation may have changed the island. Then React renders it again, which is no error.
    onRecoverableError: () => {},
    onUncaughtError(error) {
      container.replaceWith(plain);
      dispatchEvent(new Event(FAILED_EVENT));
      reportError(error);
    },
  });
}

function Reporting({ children }: { children: ReactNode }) {
  useEffect(() => {
    dispatchEvent(new Event(READY_EVENT));
  }, []);
  return children;
}
