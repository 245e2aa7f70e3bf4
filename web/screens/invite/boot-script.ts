import { createEventId } from '../../../contract/invite-events.ts';
import { inviteQuery, pathTo } from '../../../contract/screens.ts';
import { getInviter, trackInvite } from '../../browser-calls.ts';
import { CALL_TIMEOUT_MS } from '../../call-api.ts';
import { tooManyRequests } from '../../design/screen-texts.ts';
import {
  admitView,
  INVITE_VIEWS_KEY_PREFIX,
  MAX_VIEWS_PER_WINDOW,
  UNKNOWN_INVITER,
  VIEW_WINDOW_MS,
} from '../../design/view-limits.ts';
import { openVisit, type VisitSettings } from './open-visit.ts';

declare global {
  interface Document {
    /** Missing in browsers without prerendering. */
    readonly prerendering?: boolean;
  }
}

const settings = {
  inviter: inviteQuery.inviter,
  keyPrefix: INVITE_VIEWS_KEY_PREFIX,
  unknown: UNKNOWN_INVITER,
  limits: { windowMs: VIEW_WINDOW_MS, maxViews: MAX_VIEWS_PER_WINDOW },
  limitedTitle: tooManyRequests.title,
};

const { method, path } = trackInvite;
const visitSettings: VisitSettings = {
  profile: { path: getInviter.path },
  track: { method, path },
  timeoutMs: CALL_TIMEOUT_MS,
};

/**
 * The classic script in the head of every invite page. Before the first paint it decides whether the view
 * is over the limit. On an inviter's page it then requests the profile and reports the view, in parallel.
 * The source of the functions is inlined into the page.
 */
export function bootScript({ hasInviter }: { hasInviter: boolean }): string {
  const open = hasInviter
    ? `ref=>(${openVisit})(ref,${JSON.stringify(visitSettings)},${pathTo},${createEventId})`
    : '()=>()=>{}';
  const state = hasInviter ? 'loading' : 'loaded';
  return compact(`(${boot})(${JSON.stringify({ ...settings, state })},${admitView},${open})`);
}

/**
 * Must not throw, even if a feature of the browser is missing or blocked. The source of this
 * function is inlined, so it may use only its parameters and globals.
 */
function boot(
  given: typeof settings & { state: string },
  admit: typeof admitView,
  open: (ref: string) => () => void,
): void {
  const root = document.documentElement;
  root.dataset['invite'] = given.state;
  const ref = new URLSearchParams(location.search).get(given.inviter) || '';
  const begin = open(ref);
  if (/Android/.test(navigator.userAgent)) root.dataset['platform'] = 'android';

  const isAdmitted = () => {
    try {
      const key = given.keyPrefix + (ref || given.unknown);
      const times = admit(localStorage.getItem(key), Date.now(), given.limits);
      if (times) localStorage.setItem(key, JSON.stringify(times));
      return times;
    } catch {
      return true;
    }
  };

  let isSeen = false;
  const see = () => {
    if (isSeen || document.prerendering || document.visibilityState === 'hidden') return;
    isSeen = true;
    if (isAdmitted()) begin();
    else {
      root.dataset['invite'] = 'limited';
      document.title = given.limitedTitle;
    }
  };
  see();
  document.addEventListener('visibilitychange', see);
  document.addEventListener('prerenderingchange', see);
}

/**
 * Removes comments and indentation. This does not change strings, because no string of the sources has several lines or
 * several spaces in a row.
 */
function compact(source: string): string {
  return source
    .replaceAll(/^\s*\/\/.*\n/gm, '')
    .replaceAll(/\s*\n\s*/g, '\n')
    .replaceAll(/ {2,}/g, ' ');
}
