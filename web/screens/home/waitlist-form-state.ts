import { type Trouble, troubleOfText } from './waitlist-trouble.ts';

/** The waitlist form (spec §4): idle -> submitting -> joined, the final state. A failure returns to idle. */
export interface WaitlistFormState {
  readonly step: 'idle' | 'submitting' | 'joined';
  /** Why the last submit failed. It stays until the text changes, because the toast disappears. */
  readonly trouble?: Trouble;
}

export type WaitlistFormEvent =
  | { readonly type: 'edited' }
  | { readonly type: 'submitted'; readonly email: string }
  | { readonly type: 'accepted' }
  | { readonly type: 'failed'; readonly trouble: Trouble };

export const initialWaitlistFormState: WaitlistFormState = { step: 'idle' };

export function nextWaitlistFormState(
  state: WaitlistFormState,
  event: WaitlistFormEvent,
): WaitlistFormState {
  switch (state.step) {
    case 'idle': {
      if (event.type === 'edited') return state.trouble ? { step: 'idle' } : state;
      if (event.type !== 'submitted') return state;
      const trouble = troubleOfText(event.email);
      return trouble ? { step: 'idle', trouble } : { step: 'submitting' };
    }
    case 'submitting':
      if (event.type === 'accepted') return { step: 'joined' };
      return event.type === 'failed' ? { step: 'idle', trouble: event.trouble } : state;
    case 'joined':
      return state;
  }
}
