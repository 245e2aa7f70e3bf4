import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_CODE_ATTEMPTS, signInErrors } from '../../../contract/identity.ts';
import { emptySignInForm, nextSignInForm, type SignInFormEvent } from './sign-in-form-state.ts';

const submitted: SignInFormEvent = { type: 'submitted' };
const codeSent: SignInFormEvent = { type: 'code-sent', verificationId: 'v1', sentAt: 7 };
const wentBack: SignInFormEvent = { type: 'went-back' };
const edited = (text: string): SignInFormEvent => ({ type: 'edited', text });
const failed = (error: string): SignInFormEvent => ({ type: 'failed', error });

function after(...events: SignInFormEvent[]) {
  return events.reduce(nextSignInForm, emptySignInForm);
}

const atCode = [edited('+15550001111'), submitted, codeSent];

test('a number is sent without its spaces, and the next step asks for the code', () => {
  const sending = after(edited(' +1 555 000 1111 '), submitted);
  assert.deepEqual(sending, { ...emptySignInForm, phone: '+15550001111', busy: true });
  assert.deepEqual(nextSignInForm(sending, codeSent), {
    ...emptySignInForm,
    step: 'code',
    phone: '+15550001111',
    verificationId: 'v1',
    sentAt: 7,
  });
});

for (const [text, error] of [
  ['', signInErrors.noPhone],
  ['   ', signInErrors.noPhone],
  ['15550001111', signInErrors.noCountryCode],
  ['+12345678', signInErrors.phoneTooShort],
  ['(+1) 555 000 1111', signInErrors.noCountryCode],
  ['+1 (2) 3-4', signInErrors.phoneTooShort],
] as const) {
  test(`"${text}" is not sent: ${error}`, () => {
    const form = after(edited(text), submitted);
    assert.equal(form.error, error);
    assert.equal(form.busy, false);
    assert.equal(form.phone, text);
  });
}

test('without its cookie a code is over, and no guess was compared; a code that has expired says so', () => {
  const refused = failed(signInErrors.noCookie);
  const { error, guesses, isCodeOver } = after(...atCode, edited('123456'), submitted, refused);
  assert.deepEqual([error, guesses, isCodeOver], [signInErrors.noCookie, 0, true]);
  const late = after(...atCode, edited('123456'), { type: 'code-expired' }, submitted, refused);
  assert.equal(late.error, signInErrors.codeExpired);
});

test('a number of ten characters is long enough', () => {
  assert.equal(after(edited('+123456789'), submitted).busy, true);
});

test('a code is sent without the spaces before and after its digits; an empty code is not sent', () => {
  const sending = after(...atCode, edited(' 123456 '), submitted);
  assert.equal(sending.code, '123456');
  assert.equal(sending.busy, true);
  const empty = after(...atCode, edited(' '), submitted);
  assert.equal(empty.error, signInErrors.noCode);
  assert.equal(empty.busy, false);
});

test('the field of the code gets six digits without what separates them, and anything else is no guess', () => {
  for (const text of ['123 456', '123-456', '\u202d123456\u202c', 'code: 123456', '1234567'])
    assert.equal(after(...atCode, edited(text)).code, '123456', text);
  assert.equal(after(...atCode, edited('123-')).code, '123');
  const form = after(...atCode, edited('12345'), submitted);
  assert.deepEqual([form.error, form.busy, form.guesses], [signInErrors.invalidCode, false, 0]);
});

test('a failure keeps the text for another try, and editing removes the error', () => {
  const form = after(...atCode, edited('111111'), submitted, failed('Wrong.'));
  assert.deepEqual(
    [form.step, form.code, form.busy, form.error],
    ['code', '111111', false, 'Wrong.'],
  );
  assert.equal(nextSignInForm(form, edited('11111')).error, undefined);
});

test('after the last allowed guess, the code is used up and a new code is offered', () => {
  const wrong = [edited('111111'), submitted, failed(signInErrors.invalidCode)];
  const guesses = (count: number) => Array.from({ length: count }, () => wrong).flat();
  const before = after(...atCode, ...guesses(MAX_CODE_ATTEMPTS - 1));
  assert.deepEqual([before.isCodeOver, before.error], [false, signInErrors.invalidCode]);
  const last = wrong.reduce(nextSignInForm, before);
  assert.deepEqual([last.isCodeOver, last.error], [true, signInErrors.codeUsedUp]);
  const other = after(...atCode, edited('123456'), submitted, failed(signInErrors.noAnswer));
  assert.equal(
    other.guesses,
    0,
    'a guess without an answer is not counted, because the server may not have received it',
  );
});

test('the expiry of a code is reported only when no check is in progress, and the code can still be entered', () => {
  const form = after(...atCode, { type: 'code-expired' });
  assert.deepEqual([form.isCodeOver, form.error], [true, signInErrors.codeExpired]);
  assert.equal(
    after(...atCode, edited('123456'), submitted, { type: 'code-expired' }).isCodeOver,
    false,
  );
  assert.equal([edited('123456'), submitted].reduce(nextSignInForm, form).busy, true);
});

test('a new code is requested for the same number, and replaces the old code', () => {
  const form = after(...atCode, edited('1'), { type: 'code-expired' }, { type: 'new-code-wanted' });
  assert.deepEqual(form, { ...emptySignInForm, phone: '+15550001111', busy: true });
});

test('Back clears number, code, verification id and error', () => {
  const form = after(...atCode, edited('111111'), submitted, failed('Wrong.'), wentBack);
  assert.deepEqual(form, emptySignInForm);
});

test('during a request the form cannot be edited, sent again or left', () => {
  const sending = after(...atCode, edited('123456'), submitted);
  for (const event of [edited('1'), submitted, wentBack]) {
    assert.equal(nextSignInForm(sending, event), sending);
  }
});

test('an answer without a request in progress changes nothing', () => {
  assert.equal(after(codeSent), emptySignInForm);
  assert.equal(after(failed('Late.')), emptySignInForm);
});

test('a code that is sent after it has expired still gets the message that it has expired', () => {
  const expired: SignInFormEvent = { type: 'code-expired' };
  const wrong = failed(signInErrors.invalidCode);
  const form = after(...atCode, expired, edited('111111'), submitted, wrong);
  assert.deepEqual([form.isCodeOver, form.error], [true, signInErrors.codeExpired]);
});
