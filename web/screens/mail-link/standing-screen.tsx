import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Actions } from './actions.tsx';
import type { Act, StandingState } from './standing-state.ts';
import { standingTexts, written } from './standing-texts.ts';
import { useStanding } from './use-standing.ts';

/** The element below the houses, which the script fills with what the visitor can do. */
export const GROUND_ID = 'ground';

/** On wide screens the buttons are below the words. Elsewhere they are on the ground, within reach of the thumb. */
const WIDE = '(min-width: 40rem) and (min-height: 30rem)';

export function StandingScreen() {
  const [state, begin] = useStanding();
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

  const place = state.seat ? written(state.seat.place) : '';
  // After a press, screen readers announce the heading, because it gets the focus. So the status is empty. If another
  // attempt to read fails, the step is still `unanswered`, and the focus does not move. So the status has the words.
  const isSilent = state.act || step === 'arriving' || (pressed && step !== 'unanswered');
  const actions = step !== 'arriving' && <Actions state={state} press={press} />;
  const isOnGround = actions && (step === 'confirmed' || !matchMedia(WIDE).matches);
  const ground = isOnGround && document.getElementById(GROUND_ID);
  return (
    <>
      <h1 className="display" ref={heading} tabIndex={-1}>
        <span>{`${title} `}</span>
        {place && <Place place={place} />}
      </h1>
      <p>{words}</p>
      <p className="announced" role="status">
        {isSilent ? '' : `${title} ${place} ${words}`}
      </p>
      {ground ? createPortal(actions, ground) : actions}
    </>
  );
}

function Place({ place }: { place: string }) {
  const characters = { '--characters': place.length } as CSSProperties;
  return (
    <span className="place" style={characters}>
      {place}
    </span>
  );
}

/** The words in the sky. */
function textsOf(
  { step, act, seat, token, trouble }: StandingState,
  pressed: Act | undefined,
): { title: string; words: string } {
  switch (step) {
    case 'arriving':
    case 'reading':
      return standingTexts.reading;
    case 'asked':
      return act === 'confirm' && !pressed ? standingTexts.confirming : standingTexts.asked;
    case 'confirmed': {
      const { title, alone, waiting } = standingTexts.confirmed;
      const count = Math.max(seat?.waiting ?? 1, seat?.place ?? 1);
      return { title, words: count === 1 ? alone : waiting(count) };
    }
    case 'left': {
      const { title, words, hint, byLetter } = standingTexts.left;
      return { title, words: `${words} ${token ? hint : byLetter}` };
    }
    case 'leave-link':
      return standingTexts.leaveLink;
    case 'unanswered': {
      if (act) return standingTexts.reading;
      const { title, words } = standingTexts.troubles[trouble ?? 'unreachable'];
      return { title, words: `${words} ${standingTexts.unanswered.words}` };
    }
    case 'expired':
    case 'cut':
      return standingTexts[step];
    case 'no-token':
      return standingTexts.noToken;
  }
}
