import { useEffect, useId, useRef, useState } from 'react';
import type { ResponseOf } from '../../../../contract/calls.ts';
import { mailingKinds } from '../../../../contract/mailings.ts';
import type { Mailing } from '../../../../contract/schemas/mailings.ts';
import { previewMailing, sendMailing, testMailing } from '../../../browser-calls.ts';
import { callApi } from '../../../call-api.ts';
import { ActButton, Acted, ActForm } from '../parts/act-button.tsx';
import { Choice } from '../parts/controls.tsx';
import { useDraft } from '../parts/dashboard-context.ts';
import { actTexts } from '../parts/dashboard-texts.ts';
import { Field } from '../parts/panel.tsx';
import { type Act, useActs } from '../parts/use-acts.ts';
import { NextFields } from '../waitlist/take-form.tsx';
import { LetterPreview } from './letter-preview.tsx';
import { bodyOf, emptyMailing, MAILING_FORM, type MailingDraft } from './mailing-draft.ts';
import { mailingTexts } from './mailing-texts.ts';

const { form: texts, preview: previewTexts } = mailingTexts;

interface FormProps {
  needsTest: boolean;
  /** Why no launch letter can be sent, as a sentence. */
  launchTrouble: string | undefined;
  onTested(): void;
  onSent(mailing: Mailing): void;
  /** Called when nothing was sent because the panel does not show the present state. */
  onChanged(refusal: string | undefined): Promise<void>;
}

interface Preview extends ResponseOf<'previewMailing'> {
  body: ReturnType<typeof bodyOf>;
}

/** The words of a mailing and whom it goes to; below them the preview, the test letter, and the button that sends. */
export function MailingForm(props: FormProps) {
  const { needsTest, launchTrouble, onTested, onSent, onChanged } = props;
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [draft, setDraft] = useDraft(MAILING_FORM, emptyMailing);
  const [answered, setAnswered] = useState<Preview>();
  const acts = useActs();
  const body = bodyOf(draft);
  const isTyped = (shown: Preview, latest: MailingDraft) =>
    JSON.stringify(shown.body) === JSON.stringify(bodyOf(latest));
  // What is sent is what is shown, and that is what is typed.
  const preview = answered && isTyped(answered, draft) ? answered : undefined;
  const isShown = preview !== undefined;
  useEffect(() => {
    if (isShown) heading.current?.focus();
  }, [isShown]);

  function change(changes: Partial<MailingDraft>): void {
    setDraft((latest) => ({ ...latest, ...changes }));
    setAnswered(undefined);
    acts.say(undefined);
  }

  const readPreview = async () => ({ ...(await callApi(previewMailing, body)), body });
  const look: Act<Preview> = {
    name: texts.preview,
    call: readPreview,
    show: (shown) => void setAnswered(shown),
  };

  function testOf({ body: { most: _, withFriends: __, ...letter } }: Preview): Act {
    const { to } = draft;
    return {
      name: previewTexts.test,
      lost: previewTexts.untold,
      call: () => callApi(testMailing, { ...letter, email: to }),
      show() {
        onTested();
        return previewTexts.tested(to);
      },
    };
  }

  const sendOf = (shown: Preview): Act<Mailing> => ({
    name: previewTexts.send(shown.people),
    lost: actTexts.unanswered,
    call: () => callApi(sendMailing, { ...shown.body, people: shown.people }),
    show(mailing) {
      // What was typed after the press was not sent. A mailing does not say whether it went with friends, so that choice stays.
      setDraft((latest) => {
        const { to, withFriends } = latest;
        return isTyped(shown, latest) ? { ...emptyMailing, to, withFriends } : latest;
      });
      onSent(mailing);
      return undefined;
    },
    async refresh(refusal) {
      await onChanged(refusal);
      setAnswered(await readPreview());
    },
  });

  return (
    <div className="columns row">
      <ActForm acts={acts} act={look} isMain={!preview} noValidate={false} className="form">
        <Field
          dir="auto"
          label={texts.subject}
          required
          value={draft.subject}
          onChange={({ target }) => change({ subject: target.value })}
        />
        <Field
          isLong
          dir="auto"
          label={texts.words}
          note={texts.hint}
          required
          value={draft.words}
          onChange={({ target }) => change({ words: target.value })}
        />
        <fieldset>
          <legend>{texts.whom}</legend>
          {mailingKinds.map((kind) => (
            <Choice
              key={kind}
              type="radio"
              name={id}
              text={texts[kind]}
              note={kind === 'launch' ? launchTrouble : undefined}
              isDisabled={kind === 'launch' && launchTrouble !== undefined}
              isChosen={draft.kind === kind}
              onChange={() => change({ kind })}
            />
          ))}
        </fieldset>
        {draft.kind !== 'launch' && (
          <NextFields
            draft={draft}
            people={draft.kind === 'next' ? draft.people : undefined}
            onChange={change}
          />
        )}
      </ActForm>
      {preview && (
        <section aria-labelledby={`${id}-preview`}>
          <h3 ref={heading} id={`${id}-preview`} tabIndex={-1}>
            {previewTexts.title}
          </h3>
          <LetterPreview {...preview} />
        </section>
      )}
      <div className="form">
        {preview && (
          <>
            <ActForm acts={acts} act={testOf(preview)} className="form">
              <Field
                label={previewTexts.to}
                type="email"
                autoComplete="email"
                value={draft.to}
                onChange={({ target }) => setDraft((latest) => ({ ...latest, to: target.value }))}
              />
            </ActForm>
            <p>{previewTexts.goesTo(preview, preview.body.kind)}</p>
            {preview.friends && <p>{preview.friends}</p>}
            {needsTest && <p>{previewTexts.untested}</p>}
            {!needsTest && preview.people > 0 && (
              <p className="keys">
                <ActButton acts={acts} act={sendOf(preview)} className="key key-main" />
                <span>{previewTexts.begins}</span>
              </p>
            )}
          </>
        )}
        <Acted acts={acts} />
      </div>
    </div>
  );
}
