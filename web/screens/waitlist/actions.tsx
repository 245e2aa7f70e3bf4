import type { ReactNode } from 'react';
import { brand } from '../../../brand.ts';
import { type Phone, phoneNames, phones } from '../../../contract/phones.ts';
import { listedScreens } from '../../../contract/screens.ts';
import { BACK_TO_HOME, earlyButtons, getApp } from '../../design/screen-texts.ts';
import { EMAIL_FIELD_ID } from '../../design/waitlist-texts.ts';
import type { Act, PositionState } from './position-state.ts';
import { phoneTexts, positionTexts } from './position-texts.ts';
import { ShareLink } from './share-link.tsx';
import { earlyStateOf, hasForm, type Platform, targetOf, waysFor } from './ways-in.ts';

interface ActionsProps {
  state: PositionState;
  /** The act that was pressed last. */
  pressed: Act | undefined;
  press: (act: Act) => void;
}

/** What the visitor can do, below the houses. Why a press failed is below its button, which does not move. */
export function Actions({ state, pressed, press }: ActionsProps) {
  const { step, act, position, ways, phone, trouble } = state;
  const shared = (own: Act) => ({
    isBusy: act === own,
    isLocked: act !== undefined,
    onPress: () => press(own),
  });
  const { asked, confirmed, left, unanswered, expired, noToken } = positionTexts;
  const problem = trouble && step !== 'unanswered' && (
    <p className="toast-plain toast-destructive" role="alert">
      {positionTexts.troubles[trouble].words}
    </p>
  );
  const isOfPhone = phones.some((one) => one === pressed);
  return (
    <>
      {position && <ShareLink {...position} />}
      <div className="position-actions">
        {step === 'asked' && (
          <>
            <ActButton label={asked.confirm} busyLabel={asked.confirming} {...shared('confirm')} />
            <p>{asked.otherwise}</p>
          </>
        )}
        {ways && (
          <div className="ways">
            {waysFor(targetOf(phone, navigator), ways).map(({ platform, href }) => (
              <a key={platform} className="button" href={href}>
                {buttonOf(platform)}
              </a>
            ))}
          </div>
        )}
        {phone !== undefined && (
          <PhoneChoice phone={phone} act={act} press={press}>
            {isOfPhone && problem}
          </PhoneChoice>
        )}
        {(step === 'confirmed' || step === 'invited') && (
          <>
            <ActButton
              className="leave"
              label={confirmed.leave}
              busyLabel={confirmed.leaving}
              {...shared('leave')}
            />
            <p>{positionTexts[step].leaveHint}</p>
          </>
        )}
        {step === 'left' && (
          <ActButton label={left.comeBack} busyLabel={left.comingBack} {...shared('confirm')} />
        )}
        {step === 'unanswered' && (
          <ActButton label={unanswered.again} busyLabel={unanswered.trying} {...shared('read')} />
        )}
        {step === 'expired' && <SignUpLink label={expired.signUp} />}
        {step === 'no-token' && <SignUpLink label={noToken.signUp} />}
        {leadsHome(step) && (
          <a className="button button-quiet" href={listedScreens.home}>
            {BACK_TO_HOME}
          </a>
        )}
      </div>
      {!isOfPhone && problem}
    </>
  );
}

function buttonOf(platform: Platform): string {
  const early: Readonly<Record<string, string>> = earlyButtons;
  return early[earlyStateOf(platform) ?? ''] ?? positionTexts.invited.get[platform];
}

/** After both launches it leads to the app. */
function SignUpLink({ label }: { label: string }) {
  const hash = hasForm() ? `#${EMAIL_FIELD_ID}` : '';
  return (
    <a className="button" href={`${listedScreens.home}${hash}`}>
      {hash ? label : getApp(brand.product)}
    </a>
  );
}

function leadsHome(step: PositionState['step']): boolean {
  return ['left', 'unanswered', 'expired', 'no-token'].includes(step);
}

/**
 * A button that begins an act. While an act is under way it is not `disabled`, because a disabled button would lose the
 * focus.
 */
function ActButton({
  label,
  busyLabel,
  isBusy,
  isLocked,
  className = 'button',
  onPress,
}: {
  label: string;
  busyLabel: string;
  /** Whether this button's act is under way. */
  isBusy: boolean;
  /** Whether any act is under way. */
  isLocked: boolean;
  className?: string;
  onPress: () => void;
}) {
  return (
    <button type="button" className={className} aria-disabled={isLocked} onClick={onPress}>
      {isBusy ? busyLabel : label}
    </button>
  );
}

interface ChoiceProps {
  /** Null before the first answer. */
  phone: Phone | null;
  act: PositionState['act'];
  press: (act: Act) => void;
  /** Why the last press failed, if it did. */
  children: ReactNode;
}

/** Which phone the person has. A button is pressed only once the server has stored it. */
function PhoneChoice({ phone, act, press, children }: ChoiceProps) {
  const isBusy = phones.some((one) => one === act);
  const known = phone ? phoneTexts.saved(phone) : phoneTexts.why;
  return (
    <fieldset className="phone">
      <legend>{phoneTexts.question}</legend>
      {phones.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === phone}
          aria-disabled={act !== undefined}
          onClick={() => press(one)}
        >
          {phoneNames[one]}
        </button>
      ))}
      <p role="status">{isBusy ? phoneTexts.saving : !children && known}</p>
      {children}
    </fieldset>
  );
}
