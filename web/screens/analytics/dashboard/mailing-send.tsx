import { useId } from 'react';
import type { ResponseOf } from '../../../../contract/calls.ts';
import type { MailingKind } from '../../../../contract/mailings.ts';
import { mailingTexts } from './mailing-texts.ts';

const { preview: texts } = mailingTexts;

interface SendProps {
  preview: ResponseOf<'previewMailing'>;
  kind: MailingKind;
  needsTest: boolean;
  isBusy: boolean;
  /** Where the test letter goes. */
  to: string;
  onTo(to: string): void;
  onTest(): void;
  onSend(): void;
}

/** What follows the preview: the test letter, and the button that names the number. */
export function MailingSend(props: SendProps) {
  const { preview, kind, needsTest, isBusy, to, onTo, onTest, onSend } = props;
  const id = useId();
  return (
    <>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onTest();
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
          aria-disabled={isBusy}
          aria-describedby={`${id}-links`}
        >
          {texts.test}
        </button>
        <p id={`${id}-links`}>{texts.links}</p>
      </form>
      <p>{texts.goesTo(preview, kind)}</p>
      {preview.friends && <p>{preview.friends}</p>}
      {needsTest && <p>{texts.untested}</p>}
      {!needsTest && preview.people > 0 && (
        <p>
          <button
            className="key key-main"
            type="button"
            aria-disabled={isBusy}
            aria-describedby={`${id}-begins`}
            onClick={onSend}
          >
            {texts.send(preview.people)}
          </button>{' '}
          <span id={`${id}-begins`}>{texts.begins}</span>
        </p>
      )}
    </>
  );
}
