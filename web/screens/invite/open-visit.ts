import type { pathTo } from '../../../contract/calls.ts';
import type { createEventId, TrackedAction } from '../../../contract/tracking.ts';

/** What a page load of an inviter's link has begun; it is `window.inviteVisit`. */
export interface InviteVisit {
  /** The answer of `calls.getInviter`. It is asked for when the page is first seen. */
  readonly inviter: Promise<Response>;
  /** Reports something of this page load, and lets nobody wait for that. */
  readonly track: (action: TrackedAction) => void;
}

declare global {
  interface Window {
    inviteVisit?: InviteVisit;
  }
}

export interface VisitSettings {
  readonly profile: { readonly path: string };
  readonly track: string;
  readonly timeoutMs: number;
}

/**
 * Part of `boot-script.ts`, and so of the page as its own source: it may use nothing of this module
 * but what it is given.
 *
 * @returns what is to be done when the page is first seen
 */
export function openVisit(
  ref: string,
  given: VisitSettings,
  path: typeof pathTo,
  createId: typeof createEventId,
): () => void {
  const eventId = createId(Date.now(), crypto.getRandomValues(new Uint8Array(16)));

  const track = (action: TrackedAction) => {
    fetch(given.track, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refUserId: ref, action, eventId }),
      keepalive: true,
    })
      .then(async (response) => {
        // A body that nobody reads keeps its connection busy.
        const text = await response.text();
        if (!response.ok) throw new Error(text);
      })
      // biome-ignore lint/suspicious/noConsole: spec §7 has it logged, and nobody shall see it
      .catch((error) => console.info(`${action} was not counted: ${error}`));
  };

  let answer: (response: Promise<Response>) => void;
  const inviter = new Promise<Response>((resolve) => {
    answer = resolve;
  });
  // Whether it is heard depends on another script; alone it would be a complaint of the browser.
  inviter.catch(() => {});
  window.inviteVisit = { inviter, track };

  return () => {
    const timeout = new AbortController();
    setTimeout(() => timeout.abort(), given.timeoutMs);
    answer(fetch(path(given.profile, ref), { signal: timeout.signal }));
    track('page_view');
  };
}
