/**
 * The waitlist form (spec §4): idle -> submitting -> joined, the final state. A failure returns to idle.
 * `invalid` is like idle, with an address that was not sent and is marked until it is edited.
 */
export interface WaitlistFormState {
  readonly step: 'idle' | 'invalid' | 'submitting' | 'joined';
  /** The last submitted text, which the field gets back when React resets the form. */
  readonly email: string;
}

export type WaitlistFormEvent =
  | { readonly type: 'submitted'; readonly email: string }
  | { readonly type: 'edited' }
  | { readonly type: 'accepted' }
  | { readonly type: 'failed' };

export const initialWaitlistFormState: WaitlistFormState = { step: 'idle', email: '' };

export function nextWaitlistFormState(
  state: WaitlistFormState,
  event: WaitlistFormEvent,
): WaitlistFormState {
  switch (state.step) {
    case 'idle':
    case 'invalid':
      if (event.type === 'submitted') {
        const step = looksLikeEmail(event.email) ? 'submitting' : 'invalid';
        return { step, email: event.email };
      }
      return event.type === 'edited' ? { ...state, step: 'idle' } : state;
    case 'submitting':
      if (event.type === 'accepted') return { ...state, step: 'joined' };
      return event.type === 'failed' ? { ...state, step: 'idle' } : state;
    case 'joined':
      return state;
  }
}

/**
 * The form's check before it sends anything (spec §5): not empty, and contains "@".
 * The server's own check is stricter; what it refuses is reported as a failure.
 */
export function looksLikeEmail(text: string): boolean {
  return text.includes('@');
}
