/** The channel on which the tabs of one browser, which share one session, report changes of the session. */
const CHANNEL = 'session';

// Created on first use, because an open channel would keep the build's process running. A browser without channels
// tells its tabs nothing: they notice at their next call.
let channel: BroadcastChannel | undefined;

/** Tells the other tabs that the user has signed in or out here. */
export function tellOtherTabs(): void {
  open()?.postMessage('changed');
}

/** @returns a function that stops listening */
export function watchOtherTabs(onChange: () => void): () => void {
  open()?.addEventListener('message', onChange);
  return () => open()?.removeEventListener('message', onChange);
}

function open(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel === 'function') channel ??= new BroadcastChannel(CHANNEL);
  return channel;
}
