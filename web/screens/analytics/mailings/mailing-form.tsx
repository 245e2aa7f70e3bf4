// Long because the form also keeps the draft, asks for the preview and sends the test.
import { useEffect, useId, useRef, useState } from 'react';
import type { ResponseOf } from '../../../../contract/calls.ts';
import type { Mailing } from '../../../../contract/schemas/mailings.ts';
import { MAX_PEOPLE_PER_WAVE } from '../../../../contract/team-waitlist.ts';
import { previewMailing, sendMailing, testMailing } from '../../../browser-calls.ts';
import { CallFailure, callApi } from '../../../call-api.ts';
import { ActPlace, Said, submitterOf } from '../parts/act-button.tsx';
import { type Act, useActs, useActsOfDashboard } from '../parts/use-acts.ts';
import { useDraft } from '../parts/use-draft.ts';
import { FriendsChoice } from '../waitlist/friends-choice.tsx';
import { PhoneSwitch } from '../waitlist/phone-switch.tsx';
import { numberOf } from '../waitlist/take-form.tsx';
import { waitlistTexts } from '../waitlist/waitlist-texts.ts';
import { LetterPreview } from './letter-preview.tsx';
import { emptyMailing, MAILING_FORM, type MailingDraft } from './mailing-draft.ts';
import { MailingSend } from './mailing-send.tsx';
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

/** The words of a mailing and whom it goes to; below them the preview, the test letter, and the button that sends. */
export function MailingForm(props: FormProps) {
  const { needsTest, launchTrouble, onTested, onSent, onChanged } = props;
  const { userId } = useActsOfDashboard();
  const id = useId();
  const fields = {
    subject: useRef<HTMLInputElement>(null),
    words: useRef<HTMLTextAreaElement>(null),
  };
  const [wrong, setWrong] = useState<keyof typeof fields>();
  const number = useRef<HTMLInputElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [draft, setDraft] = useDraft(userId, MAILING_FORM, emptyMailing);
  const [problem, setProblem] = useState('');
  const [preview, setPreview] = useState<Preview>();
  /** Counts the changes of what would be sent. */
  const edits = useRef(0);
  const acts = useActs();
  const { isBusy, say } = acts;

  useEffect(() => {
    if (preview?.isAsked) heading.current?.focus();
  }, [preview]);

  function change(changes: Partial<MailingDraft>): void {
    setDraft((latest) => ({ ...latest, ...changes }));
    setProblem('');
    say(undefined);
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

  /** Leads to the field that the site has refused. */
  function point(error: unknown): never {
    const id = error instanceof CallFailure ? error.id : undefined;
    if (id === 'subject' || id === 'words') {
      setWrong(id);
      fields[id].current?.focus();
    }
    throw error;
  }

  const body = bodyOf(draft);
  const isValid = body.most >= 1 && body.most <= MAX_PEOPLE_PER_WAVE;
  const look: Act<Preview | undefined> = {
    ...{ id: 'preview', name: texts.preview },
    call: () => previewOf(body, true).catch(point),
    show: (shown) => void setPreview(shown),
  };
  const test = preview && testOf(preview);
  const sendIt = preview && !needsTest && preview.people > 0 && sendOf(preview);

  function testOf({ body: { most: _, withFriends: __, ...letter } }: Preview): Act {
    const { to } = draft;
    return {
      ...{ id: 'test', name: previewTexts.test, lost: previewTexts.untold },
      call: () => callApi(testMailing, { ...letter, email: to }).catch(point),
      show() {
        onTested();
        return previewTexts.tested(to);
      },
    };
  }

  function sendOf({ body, people }: Preview): Act<Mailing> {
    return {
      ...{ id: 'send', name: previewTexts.send(people), lost: mailingTexts.unanswered },
      call: () => callApi(sendMailing, { ...body, people }).catch(point),
      show(mailing) {
        // What was typed meanwhile was not sent.
        setDraft((latest) => (isSent(latest, body) ? { ...emptyMailing, to: latest.to } : latest));
        onSent(mailing);
        return undefined;
      },
      async refresh(refusal) {
        await onChanged(refusal);
        const now = await previewOf(body, false);
        setPreview((before) => before && now);
      },
    };
  }

  return (
    <div className="columns row">
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setProblem(isValid ? '' : texts.outOfRange);
          if (isValid) acts.press(look, submitterOf(event));
          else number.current?.focus();
        }}
      >
        <label htmlFor={`${id}-subject`}>{texts.subject}</label>
        <input
          dir="auto"
          ref={fields.subject}
          className="input"
          id={`${id}-subject`}
          aria-invalid={wrong === 'subject' || undefined}
          autoComplete="off"
          value={draft.subject}
          onChange={({ target }) => change({ subject: target.value })}
        />
        <label htmlFor={`${id}-words`}>{texts.words}</label>
        <textarea
          dir="auto"
          ref={fields.words}
          className="input"
          id={`${id}-words`}
          aria-invalid={wrong === 'words' || undefined}
          rows={8}
          value={draft.words}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => change({ words: target.value })}
        />
        <p id={`${id}-hint`}>{texts.hint}</p>
        <fieldset>
          <legend>{texts.whom}</legend>
          <label>
            <input
              type="radio"
              name={id}
              checked={draft.kind === 'next'}
              onChange={() => change({ kind: 'next' })}
            />{' '}
            <span>{texts.next}</span>
          </label>
          <input
            ref={number}
            className="input"
            inputMode="numeric"
            autoComplete="off"
            aria-label={texts.people}
            aria-describedby={`${id}-note`}
            aria-invalid={problem ? true : undefined}
            value={draft.most}
            onChange={({ target }) => change({ kind: 'next', most: target.value })}
          />
          <FriendsChoice
            isChosen={draft.withFriends}
            onChange={(withFriends) => change({ kind: 'next', withFriends })}
          />
          <label>
            <input
              type="radio"
              name={id}
              checked={draft.kind === 'everybody'}
              onChange={() => change({ kind: 'everybody' })}
            />{' '}
            <span>{texts.everybody}</span>
          </label>
          <label>
            <input
              type="radio"
              name={id}
              checked={draft.kind === 'launch'}
              disabled={launchTrouble !== undefined}
              aria-describedby={launchTrouble && `${id}-launch`}
              onChange={() => change({ kind: 'launch' })}
            />{' '}
            <span>{texts.launch}</span>
          </label>
          {launchTrouble && (
            <p className="note" id={`${id}-launch`}>
              {launchTrouble}
            </p>
          )}
        </fieldset>
        {draft.kind !== 'launch' && (
          <>
            <PhoneSwitch chosen={draft.phone} onChoose={(phone) => change({ phone })} />
            {draft.phone && <p className="note">{waitlistTexts.waves.onlyWith(draft.phone)}</p>}
          </>
        )}
        <p className="problem" id={`${id}-note`} aria-live="polite">
          {problem}
        </p>
        <button className={preview ? 'key' : 'key key-main'} type="submit" aria-disabled={isBusy}>
          {texts.preview}
        </button>
      </form>
      {preview && (
        <section aria-labelledby={`${id}-preview`}>
          <h3 ref={heading} id={`${id}-preview`} tabIndex={-1}>
            {previewTexts.title}
          </h3>
          <LetterPreview {...preview} />
        </section>
      )}
      <div className="form">
        {preview && test && (
          <MailingSend
            {...{ preview, needsTest, acts, test, sendIt }}
            kind={preview.body.kind}
            to={draft.to}
            onTo={(to) => change({ to })}
          />
        )}
        <Said acts={acts} />
        <ActPlace acts={acts} of={[look, test, sendIt]} />
      </div>
    </div>
  );
}

function isSent(draft: MailingDraft, body: Preview['body']): boolean {
  return JSON.stringify(bodyOf(draft)) === JSON.stringify(body);
}

function bodyOf({ subject, words, kind, most, phone, withFriends }: MailingDraft) {
  const only = kind !== 'launch' && phone ? { phone } : {};
  // Of everybody, the number means nothing.
  const next = kind === 'next' ? { most: numberOf(most), withFriends } : { most: 1 };
  return { subject, words, kind, ...next, ...only };
}
