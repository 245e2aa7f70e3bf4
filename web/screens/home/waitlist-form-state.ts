import { troubleOfEmailText } from '../../../contract/email-address.ts';
import { CallFailure } from '../../call-api.ts';
import { waitlistTroubles } from '../../design/waitlist-texts.ts';

/** The waitlist form: idle -> submitting -> joined, the final state. A failure returns to idle. */
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

/** Why a sign-up failed, for the text beside the field. */
export interface Trouble {
  readonly sentence: string;
  /** Whether the address has to be changed; otherwise the same address can be sent again. */
  readonly isOfAddress: boolean;
}

/** @returns undefined for a text that may be sent. An address that only the server refuses is reported as a failure. */
export function troubleOfText(email: string): Trouble | undefined {
  const sentence = troubleOfEmailText(email);
  return sentence === undefined ? undefined : { sentence, isOfAddress: true };
}

/** @param error what the call was rejected with */
export function troubleOfCall(error: unknown): Trouble {
  const { status, sentence } = error instanceof CallFailure ? error : {};
  const { noAnswer, otherAnswer } = waitlistTroubles;
  if (sentence === undefined)
    return { sentence: status ? otherAnswer : noAnswer, isOfAddress: false };
  return { sentence, isOfAddress: status === 400 };
}
