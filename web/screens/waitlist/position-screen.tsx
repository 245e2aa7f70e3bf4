import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Actions } from './actions.tsx';
import type { Act, PositionState } from './position-state.ts';
import { positionTexts, written } from './position-texts.ts';
import { usePosition } from './use-position.ts';
import { deviceOf, hasForm, takesOrders, targetOf, waysFor } from './ways-in.ts';

/** The element below the houses, which the script fills with what the visitor can do. */
export const GROUND_ID = 'ground';

/** On wide screens the buttons are below the words. Elsewhere they are on the ground, within reach of the thumb. */
const WIDE = '(min-width: 40rem) and (min-height: 30rem)';

export function PositionScreen() {
  const [state, begin] = usePosition();
  const [pressed, setPressed] = useState<Act>();
  const heading = useRef<HTMLHeadingElement>(null);
  const { title, words } = textsOf(state, pressed);

  function press(act: Act): void {
    setPressed(act);
    begin(act);
  }

  // After a press the next step does not have the pressed button, so the heading gets the focus. Without a press the
  // focus does not move, and screen readers announce the status below.
  const { step } = state;
  const wasPressed = useRef(false);
  useEffect(() => {
    if (wasPressed.current && step) heading.current?.focus();
  }, [step]);
  useEffect(() => {
    wasPressed.current = pressed !== undefined;
  }, [pressed]);

  const position = largestText(state);
  // After a press, screen readers announce the heading, because it gets the focus. So the status is empty. If another
  // attempt to read fails, the step is still `unanswered`, and the focus does not move. So the status has the words.
  const isSilent = state.act || step === 'arriving' || (pressed && step !== 'unanswered');
  const actions = step !== 'arriving' && <Actions state={state} pressed={pressed} press={press} />;
  const isOnGround = actions && (step === 'confirmed' || !matchMedia(WIDE).matches);
  const ground = isOnGround && document.getElementById(GROUND_ID);
  return (
    <>
      <h1 className="display" ref={heading} tabIndex={-1}>
        <span>{`${title} `}</span>
        {position && <Position position={position} />}
      </h1>
      <p>{words}</p>
      <p className="announced" role="status">
        {isSilent ? '' : `${title} ${position} ${words}`}
      </p>
      {ground ? createPortal(actions, ground) : actions}
    </>
  );
}

function Position({ position }: { position: string }) {
  const characters = { '--characters': position.length } as CSSProperties;
  return (
    <span className="position-number" style={characters}>
      {position}
    </span>
  );
}

/** The position, or that the person needs none any more. */
function largestText(state: PositionState): string {
  const { step, position } = state;
  const { isIn, soon } = positionTexts.invited;
  if (step === 'invited') return wayOf(state) === 'open' ? isIn : soon.isNext;
  return position ? written(position.number) : '';
}

/** The words in the sky. */
function textsOf(state: PositionState, pressed: Act | undefined): { title: string; words: string } {
  const { step, act, position, trouble } = state;
  switch (step) {
    case 'arriving':
    case 'reading':
      return positionTexts.reading;
    case 'asked':
      return act === 'confirm' && !pressed ? positionTexts.confirming : positionTexts.asked;
    case 'confirmed': {
      const { title, alone, waiting } = positionTexts.confirmed;
      const count = Math.max(position?.waiting ?? 1, position?.number ?? 1);
      return { title, words: count === 1 ? alone : waiting(count) };
    }
    case 'left': {
      const { title, words, hint } = positionTexts.left;
      return { title, words: `${words} ${hint}` };
    }
    case 'unanswered': {
      if (act) return positionTexts.reading;
      const { title, words } = positionTexts.troubles[trouble ?? 'unreachable'];
      return { title, words: `${words} ${positionTexts.unanswered.words}` };
    }
    case 'invited':
      return wordsOfWays(state);
    case 'expired':
    case 'no-token': {
      const { title, words, signUpWords } =
        positionTexts[step === 'expired' ? 'expired' : 'noToken'];
      return { title, words: hasForm() ? `${words} ${signUpWords}` : words };
    }
  }
}

function wordsOfWays(state: PositionState): { title: string; words: string } {
  const { title, phone, desktop, soon, ordered } = positionTexts.invited;
  const target = targetOf(state.phone, navigator);
  // The person may read the page on another device than the phone.
  const device = target === deviceOf(navigator) ? target : 'desktop';
  const way = wayOf(state);
  if (way === undefined) return { title: soon.title, words: soon[target] };
  if (way === 'ordered') return { title: soon.title, words: ordered[device] };
  return { title, words: device === 'desktop' ? desktop : phone };
}

/** Whether a link for the phone is that of an app that can be installed, or only ordered. */
function wayOf({ ways, phone }: PositionState): 'open' | 'ordered' | undefined {
  const platforms = ways ? waysFor(targetOf(phone, navigator), ways) : [];
  if (platforms.some(({ platform }) => !takesOrders(platform))) return 'open';
  return platforms.length > 0 ? 'ordered' : undefined;
}
