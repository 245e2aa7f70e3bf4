import type { PositionResponse } from '../../../contract/schemas/waitlist.ts';
import type { LetterLink } from './letter-link.ts';

/** `read` begins by itself, `confirm` after a press or a sign-up in this browser, and `leave` only after a press. */
export type Act = 'read' | 'confirm' | 'leave';

/** Why an act failed. The same act may succeed later. */
export type Trouble = 'tooMany' | 'unreachable' | 'server';

/**
 * The page that the letters open:
 *
 * - `arriving`, until the script has read the link, then `no-token`, `leave-link` or `reading`;
 * - `reading` and `unanswered` → `asked`, `confirmed`, `invited`, `left` or `unanswered`;
 * - `asked` → `confirmed` or `invited` ⇄ `left`, by confirming and leaving;
 * - `leave-link` → `left`, which is then a final state, because a `leave` token cannot confirm;
 * - any step → `expired`, a final state, if the token is not valid any more; for a link to leave `cut`, because it is
 *   always valid unless a part is missing.
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
    | 'leave-link'
    | 'unanswered'
    | 'expired'
    | 'cut';
  /** The token that confirms; undefined for a link that only leaves. */
  readonly token?: string;
  readonly leaveToken?: string;
  readonly position?: PositionResponse['seat'];
  readonly ways?: PositionResponse['ways'];
  /** The act that is under way. */
  readonly act?: Act;
  /** Why the last act failed; removed when the next act begins. */
  readonly trouble?: Trouble;
}

/** A failure with `past`: the token is not valid any more. */
export type PositionEvent =
  | { readonly type: 'opened'; readonly link: LetterLink }
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
  confirmed: ['leave'],
  invited: ['leave'],
  left: ['confirm'],
  'leave-link': ['leave'],
  expired: [],
  cut: [],
};

/** Whether the act may begin: nothing else is under way, and the page has the token for it. */
export function mayBegin({ step, act, token, leaveToken }: PositionState, wanted: Act): boolean {
  const hasToken = (wanted === 'leave' ? leaveToken : token) !== undefined;
  return act === undefined && hasToken && allowed[step].includes(wanted);
}

export function nextPositionState(state: PositionState, event: PositionEvent): PositionState {
  switch (event.type) {
    case 'opened':
      return stateOf(event.link);
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

function stateOf(link: LetterLink): PositionState {
  if (link.kind === 'leave') return { step: 'leave-link', leaveToken: link.token };
  return link.kind === 'open' ? { step: 'reading', token: link.token } : { step: 'no-token' };
}

function withoutAct({ act: _act, trouble: _trouble, ...others }: PositionState): PositionState {
  return others;
}

function answered(
  { token = '' }: PositionState,
  { state: step, leaveToken, seat, ways }: PositionResponse,
): PositionState {
  return { step, token, leaveToken, ...(seat && { position: seat }), ...(ways && { ways }) };
}

function leftAs(state: PositionState): PositionState {
  const { position: _position, ways: _ways, ...others } = withoutAct(state);
  return { ...others, step: 'left' };
}

function failed(state: PositionState, trouble: Trouble | 'past'): PositionState {
  if (trouble === 'past') return { step: state.act === 'leave' ? 'cut' : 'expired' };
  const step = state.act === 'read' ? 'unanswered' : state.step;
  return { ...withoutAct(state), step, trouble };
}
