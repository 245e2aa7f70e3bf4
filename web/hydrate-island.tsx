import { type ReactNode, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { READY_EVENT } from './page.ts';

/** Hydrates a part of the page, and tells the page's inline script when that part works. */
export function hydrateIsland(id: string, part: ReactNode): void {
  const container = document.getElementById(id);
  if (!container) return;
  // An extension or a translation may have changed the part. Then React renders it again, which needs no report.
  hydrateRoot(container, <Reporting>{part}</Reporting>, { onRecoverableError: () => {} });
}

function Reporting({ children }: { children: ReactNode }) {
  useEffect(() => {
    dispatchEvent(new Event(READY_EVENT));
  }, []);
  return children;
}
