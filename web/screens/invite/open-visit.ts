import type { BodyOf, calls } from '../../../contract/calls.ts';
import type { createEventId, TrackedAction } from '../../../contract/invite-events.ts';
import type { pathTo } from '../../../contract/screens.ts';

/** The calls of one page load of an inviter's link, in `window.pageLoad`. */
export interface PageLoad {
  /** The answer of `calls.getInviter`, which is called when the page is first visible. */
  readonly inviter: Promise<Response>;
  /** Reports an event of this page load, without waiting for the answer. */
  readonly track: (action: TrackedAction) => void;
}

declare global {
  interface Window {
    pageLoad?: PageLoad;
  }
}

export interface VisitSettings {
  readonly profile: { readonly path: string };
  readonly track: Pick<typeof calls.trackInvite, 'method' | 'path'>;
  readonly timeoutMs: number;
}

/**
 * Part of `boot-script.ts`, which inlines the source of this function into the page. So the function may use
 * only its parameters and globals.
 *
 * @returns a function to call when the page is first visible
 */
export function openVisit(
  ref: string,
  given: VisitSettings,
  path: typeof pathTo,
  createId: typeof createEventId,
): () => void {
  const eventId = createId(Date.now(), crypto.getRandomValues(new Uint8Array(16)));

  const track = (action: TrackedAction) => {
    fetch(given.track.path, {
      method: given.track.method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refUserId: ref, action, eventId } satisfies BodyOf<'trackInvite'>),
      keepalive: true,
    })
      .then(async (response) => {
        // An unread body would keep its connection busy.
        const text = await response.text();
        if (!response.ok) throw new Error(text);
      })
      // biome-ignore lint/suspicious/noConsole: a failure is logged for developers, and not shown to the visitor
      .catch((error) => console.info(`${action} was not counted: ${error}`));
  };

  let answer: (response: Promise<Response>) => void;
  const inviter = new Promise<Response>((resolve) => {
    answer = resolve;
  });
  // If `show-invite.ts` cannot be loaded, the browser must not report an unhandled rejection.
  inviter.catch(() => {});
  window.pageLoad = { inviter, track };

  return () => {
    const timeout = new AbortController();
    setTimeout(() => timeout.abort(), given.timeoutMs);
    answer(fetch(path(given.profile, ref), { signal: timeout.signal }));
    track('page_view');
  };
}
