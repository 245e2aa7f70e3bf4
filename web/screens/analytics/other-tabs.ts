/** The tabs of one browser share one session. */
const CHANNEL = 'session';

// Made when it is first needed: one that is open would keep the build from ending.
let channel: BroadcastChannel | undefined;

/** Tells them that somebody has signed in or out here. */
export function tellOtherTabs(): void {
  open().postMessage('changed');
}

/** @returns a function that ends it */
export function watchOtherTabs(onChange: () => void): () => void {
  open().addEventListener('message', onChange);
  return () => open().removeEventListener('message', onChange);
}

function open(): BroadcastChannel {
  channel ??= new BroadcastChannel(CHANNEL);
  return channel;
}
