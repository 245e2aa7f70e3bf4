import { useId } from 'react';
import type { ResponseOf } from '../../../../contract/calls.ts';
import type { MailingKind } from '../../../../contract/mailings.ts';
import { ActButton, submitterOf } from '../parts/act-button.tsx';
import type { Act, Acts } from '../parts/use-acts.ts';
import { mailingTexts } from './mailing-texts.ts';

const { preview: texts } = mailingTexts;

interface SendProps {
  preview: ResponseOf<'previewMailing'>;
  kind: MailingKind;
  needsTest: boolean;
  acts: Acts;
  /** Where the test letter goes. */
  to: string;
  onTo(to: string): void;
  test: Act;
  /** If it can be sent now. */
  sendIt: Act | false | undefined;
}

/** What follows the preview: the test letter, and the button that names the number. */
export function MailingSend(props: SendProps) {
  const { preview, kind, needsTest, acts, to, onTo, test, sendIt } = props;
  const id = useId();
  return (
    <>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          acts.press(test, submitterOf(event));
        }}
      >
        <label htmlFor={`${id}-to`}>{texts.to}</label>
        <input
          className="input"
          id={`${id}-to`}
          type="email"
          autoComplete="email"
          value={to}
          onChange={({ target }) => onTo(target.value)}
        />
        <button
          className="key"
          type="submit"
          // The second click of a double click would send another letter.
          onClick={(event) => event.detail > 1 && event.preventDefault()}
          aria-disabled={acts.isBusy}
          aria-describedby={`${id}-links`}
        >
          {test.name}
        </button>
        <p id={`${id}-links`}>{texts.links}</p>
      </form>
      <p>{texts.goesTo(preview, kind)}</p>
      {preview.friends && <p>{preview.friends}</p>}
      {needsTest && <p>{texts.untested}</p>}
      {sendIt && (
        <p>
          <ActButton
            acts={acts}
            act={sendIt}
            className="key key-main"
            describedBy={`${id}-begins`}
          />{' '}
          <span id={`${id}-begins`}>{texts.begins}</span>
        </p>
      )}
    </>
  );
}
