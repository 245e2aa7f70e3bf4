import { useEffect, useId, useRef, useState } from 'react';
import type { ResponseOf } from '../../../../contract/calls.ts';
import type { MailingKind } from '../../../../contract/mailings.ts';
import type { Mailing } from '../../../../contract/schemas/mailings.ts';
import { MAX_PEOPLE_PER_WAVE } from '../../../../contract/team-waitlist.ts';
import { previewMailing, sendMailing, testMailing } from '../../../browser-calls.ts';
import { CallFailure, callApi } from '../../../call-api.ts';
import { ActButton, Acted, ActForm } from '../parts/act-button.tsx';
import { Choice } from '../parts/controls.tsx';
import { useDraft } from '../parts/dashboard-context.ts';
import { actTexts } from '../parts/dashboard-texts.ts';
import { Field } from '../parts/panel.tsx';
import { type Act, useActs } from '../parts/use-acts.ts';
import { FriendsChoice, PhoneSwitch } from '../waitlist/take-form.tsx';
import { waitlistTexts } from '../waitlist/waitlist-texts.ts';
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
  /** Whether the admin has asked for it, and not the site after a refusal. */
  isAsked: boolean;
}

type Fields = 'subject' | 'words' | 'most';

/** The words of a mailing and whom it goes to; below them the preview, the test letter, and the button that sends. */
export function MailingForm(props: FormProps) {
  const { needsTest, launchTrouble, onTested, onSent, onChanged } = props;
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [draft, setDraft] = useDraft(MAILING_FORM, emptyMailing);
  const [wrong, setWrong] = useState<Fields>();
  const [preview, setPreview] = useState<Preview>();
  /** Counts the changes of what would be sent. */
  const edits = useRef(0);
  const acts = useActs();

  useEffect(() => {
    if (preview?.isAsked) heading.current?.focus();
  }, [preview]);

  function change(changes: Partial<MailingDraft>): void {
    setDraft((latest) => ({ ...latest, ...changes }));
    acts.say(undefined);
    setWrong(undefined);
    if ('to' in changes) return;
    edits.current++;
    setPreview(undefined);
  }

  /** What is sent is what is shown, and that is what is typed: after a change meanwhile, nothing is shown. */
  async function previewOf(body: Preview['body'], isAsked: boolean): Promise<Preview | undefined> {
    const before = edits.current;
    const answered = await callApi(previewMailing, body);
    return edits.current === before ? { ...answered, body, isAsked } : undefined;
  }

  /** Leads to a field that is not right. */
  function point(field: Fields): void {
    setWrong(field);
    (form.current?.elements.namedItem(field) as HTMLElement | null)?.focus();
  }

  /** Leads to the field that the site has refused. */
  function refuse(error: unknown): never {
    const id = error instanceof CallFailure ? error.id : undefined;
    if (id === 'subject' || id === 'words') point(id);
    throw error;
  }

  const body = bodyOf(draft);
  const look: Act<Preview | undefined> = {
    name: texts.preview,
    call: () => previewOf(body, true).catch(refuse),
    show: (shown) => void setPreview(shown),
  };

  function check(): boolean {
    const isValid = body.most >= 1 && body.most <= MAX_PEOPLE_PER_WAVE;
    if (!isValid) {
      acts.say(undefined);
      point('most');
    }
    return isValid;
  }

  function testOf({ body: { most: _, withFriends: __, ...letter } }: Preview): Act {
    const { to } = draft;
    return {
      ...{ name: previewTexts.test, lost: previewTexts.untold },
      call: () => callApi(testMailing, { ...letter, email: to }).catch(refuse),
      show() {
        onTested();
        return previewTexts.tested(to);
      },
    };
  }

  const sendOf = ({ body, people }: Preview): Act<Mailing> => ({
    ...{ name: previewTexts.send(people), lost: actTexts.unanswered },
    call: () => callApi(sendMailing, { ...body, people }).catch(refuse),
    show(mailing) {
      // What was typed meanwhile was not sent.
      const isSent = (latest: MailingDraft) =>
        JSON.stringify(bodyOf(latest)) === JSON.stringify(body);
      setDraft((latest) => (isSent(latest) ? { ...emptyMailing, to: latest.to } : latest));
      onSent(mailing);
      return undefined;
    },
    async refresh(refusal) {
      await onChanged(refusal);
      const now = await previewOf(body, false);
      setPreview((before) => before && now);
    },
  });

  const kindChoice = (kind: MailingKind) => ({
    type: 'radio' as const,
    name: id,
    text: texts[kind],
    isChosen: draft.kind === kind,
    onChange: () => change({ kind }),
  });
  return (
    <div className="columns row">
      <ActForm {...{ acts, act: look, check, isMain: !preview }} ref={form} className="form">
        <Field
          dir="auto"
          label={texts.subject}
          name="subject"
          aria-invalid={wrong === 'subject' || undefined}
          value={draft.subject}
          onChange={({ target }) => change({ subject: target.value })}
        />
        <Field
          isLong
          dir="auto"
          label={texts.words}
          name="words"
          note={texts.hint}
          aria-invalid={wrong === 'words' || undefined}
          value={draft.words}
          onChange={({ target }) => change({ words: target.value })}
        />
        <fieldset>
          <legend>{texts.whom}</legend>
          <Choice {...kindChoice('next')} />
          <Field
            label={texts.people}
            name="most"
            problem={wrong === 'most' && texts.outOfRange}
            inputMode="numeric"
            value={draft.most}
            onChange={({ target }) => change({ kind: 'next', most: target.value })}
          />
          <FriendsChoice
            isChosen={draft.withFriends}
            onChange={(withFriends) => change({ kind: 'next', withFriends })}
          />
          <Choice {...kindChoice('everybody')} />
          <Choice
            {...kindChoice('launch')}
            note={launchTrouble}
            isDisabled={launchTrouble !== undefined}
          />
        </fieldset>
        {draft.kind !== 'launch' && (
          <>
            <PhoneSwitch chosen={draft.phone} onChoose={(phone) => change({ phone })} />
            {draft.phone && <p className="note">{waitlistTexts.waves.onlyWith(draft.phone)}</p>}
          </>
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
            <ActForm
              {...{ acts, act: testOf(preview) }}
              className="form"
              after={<span>{previewTexts.links}</span>}
            >
              <Field
                label={previewTexts.to}
                type="email"
                autoComplete="email"
                value={draft.to}
                onChange={({ target }) => change({ to: target.value })}
              />
            </ActForm>
            <p>{previewTexts.goesTo(preview, preview.body.kind)}</p>
            {preview.friends && <p>{preview.friends}</p>}
            {needsTest && <p>{previewTexts.untested}</p>}
            {!needsTest && preview.people > 0 && (
              <p>
                <ActButton
                  {...{ acts, act: sendOf(preview), className: 'key key-main' }}
                  aria-describedby={`${id}-begins`}
                />{' '}
                <span id={`${id}-begins`}>{previewTexts.begins}</span>
              </p>
            )}
          </>
        )}
        <Acted acts={acts} />
      </div>
    </div>
  );
}
