import { type Phone, phones } from '../../../contract/phones.ts';
import type { PositionResponse } from '../../../contract/schemas/waitlist.ts';

/** `read` begins by itself, `confirm` after a press or a sign-up in this browser, and the others only after a press. */
export type Act = 'read' | 'confirm' | 'leave' | Phone;

/** Why an act failed. The same act may succeed later. */
export type Trouble = 'tooMany' | 'unreachable' | 'server';

/**
 * The page that the letters open:
 *
 * - `arriving`, until the script has read the link, then `no-token` or `reading`;
 * - `reading` and `unanswered` → `asked`, `confirmed`, `invited`, `left` or `unanswered`;
 * - `asked` → `confirmed` or `invited` ⇄ `left`, by confirming and leaving;
 * - in `confirmed` and `invited`, the person may say which phone it is;
 * - any step → `expired`, a final state, if the token is not valid any more.
 */
export interface PositionState {
  readonly step:
    | 'arriving'
    | 'no-token'
    | 'reading'
    | 'asked'
    | 'confirmed'
    | 'invited'
    | 'left'
    | 'unanswered'
    | 'expired';
  /** The token that confirms. */
  readonly token?: string;
  readonly leaveToken?: string;
  readonly position?: PositionResponse['position'];
  readonly ways?: PositionResponse['ways'];
  readonly phone?: PositionResponse['phone'];
  /** The act that is under way. */
  readonly act?: Act;
  /** Why the last act failed; removed when the next act begins. */
  readonly trouble?: Trouble;
}

/** A failure with `past`: the token is not valid any more. */
export type PositionEvent =
  | { readonly type: 'opened'; readonly token: string | undefined }
  | { readonly type: 'began'; readonly act: Act }
  | { readonly type: 'answered'; readonly response: PositionResponse }
  | { readonly type: 'left' }
  | { readonly type: 'failed'; readonly trouble: Trouble | 'past' };

export const initialPositionState: PositionState = { step: 'arriving' };

/** Which acts each step allows. */
const allowed: Readonly<Record<PositionState['step'], readonly Act[]>> = {
  arriving: [],
  'no-token': [],
  reading: ['read'],
  unanswered: ['read'],
  asked: ['confirm'],
  confirmed: ['leave', ...phones],
  invited: ['leave', ...phones],
  left: ['confirm'],
  expired: [],
};

/** Whether the act may begin: nothing else is under way, and the page has the token for it. */
export function mayBegin({ step, act, token, leaveToken }: PositionState, wanted: Act): boolean {
  const hasToken = (wanted === 'leave' ? leaveToken : token) !== undefined;
  return act === undefined && hasToken && allowed[step].includes(wanted);
}

export function nextPositionState(state: PositionState, event: PositionEvent): PositionState {
  switch (event.type) {
    case 'opened':
      return event.token === undefined
        ? { step: 'no-token' }
        : { step: 'reading', token: event.token };
    case 'began':
      return mayBegin(state, event.act) ? { ...withoutAct(state), act: event.act } : state;
    case 'answered':
      return state.act ? answered(state, event.response) : state;
    case 'left':
      return state.act ? leftAs(state) : state;
    case 'failed':
      return state.act ? failed(state, event.trouble) : state;
  }
}

function withoutAct({ act: _act, trouble: _trouble, ...others }: PositionState): PositionState {
  return others;
}

function answered(
  { token = '' }: PositionState,
  { state: step, leaveToken, position, ways, phone }: PositionResponse,
): PositionState {
  return {
    step,
    token,
    leaveToken,
    ...(position && { position }),
    ...(ways && { ways }),
    ...(phone !== undefined && { phone }),
  };
}

function leftAs(state: PositionState): PositionState {
  const { position: _position, ways: _ways, phone: _phone, ...others } = withoutAct(state);
  return { ...others, step: 'left' };
}

function failed(state: PositionState, trouble: Trouble | 'past'): PositionState {
  if (trouble === 'past') return { step: 'expired' };
  const step = state.act === 'read' ? 'unanswered' : state.step;
  return { ...withoutAct(state), step, trouble };
}
