/**
 * The script of an inviter's link: it waits for the profile that `boot-script.ts` has requested, and shows the profile
 * or why there is none. It does not use React, because the name, usually the largest word, would wait for React's
 * 60 KB: see decisions/022-no-react-on-invites.md.
 */
import './open-visit.ts';
import { displayName, initialOf } from '../../../contract/inviters.ts';
import { tooManyRequests } from '../../design/screen-texts.ts';
import { READY_EVENT } from '../../page.ts';
import { fitName } from './fit-name.ts';
import { type InviterProfile, type InviteState, readAnswer } from './invite-state.ts';
import { appInvite, elementIds, invalidInvite } from './invite-texts.ts';
import { showPicture } from './portrait.ts';

const MIDDLE_BUTTON = 1;

/**
 * How the browsers inside other apps name themselves, such as those of Threads (`Barcelona`) and WeChat
 * (`MicroMessenger`). Others do not say that they are Safari, or say that they are a web view.
 */
const IN_APP =
  /Instagram|FBA[NV]|FB_IAB|Barcelona|musical_ly|BytedanceWebview|TikTok|Snapchat|\bLine\/|MicroMessenger|LinkedInApp|Telegram|; wv\)|Gecko\)(?!.* Safari\/)/;
/** Objects that the browser inside Telegram has; its user agent is that of the phone's browser. */
const TELEGRAM = ['TelegramWebview', 'TelegramWebviewProxy'];

/** In `history.state` after a press: it stays with the tab, also when the page is loaded again. */
const PRESSED = 'pressed';

for (const id of [elementIds.get, elementIds.getOnAndroid]) {
  // A page has the buttons of the platforms on which the app is available.
  const get = document.getElementById(id);
  get?.addEventListener('click', countDownload);
  get?.addEventListener('auxclick', ({ button }) => {
    if (button === MIDDLE_BUTTON) countDownload();
  });
}
readAnswer(window.pageLoad?.inviter).then(show);

if (history.state === PRESSED) showNextSteps();

dispatchEvent(new Event(READY_EVENT));

function countDownload(): void {
  window.pageLoad?.track('download_clicked');
  history.replaceState(PRESSED, '');
  showNextSteps();
  // They are below the buttons, which fill a small screen.
  document.querySelector('.next-steps')?.scrollIntoView({ block: 'nearest' });
}

function showNextSteps(): void {
  const { dataset } = document.documentElement;
  dataset['pressed'] = '';
  if (!IN_APP.test(navigator.userAgent) && !TELEGRAM.some((name) => name in window)) return;
  dataset['inApp'] = '';
  const { host, pathname, search, protocol } = location;
  // Android opens this address in the browser that the visitor has chosen.
  document
    .getElementById(elementIds.outside)
    ?.setAttribute(
      'href',
      `intent://${host}${pathname}${search}#Intent;scheme=${protocol.slice(0, -1)};end`,
    );
}

function show(state: InviteState): void {
  const { dataset } = document.documentElement;
  try {
    if (state.step === 'loaded') introduce(state.inviter);
    if (state.step === 'error') {
      document.title = invalidInvite.message;
      if (state.mayRetry) dataset['retry'] = '';
    }
    if (state.step === 'limited') document.title = tooManyRequests.title;
  } finally {
    // An old browser may lack something for the name or the portrait. The visitor still needs the button.
    dataset['invite'] = state.step;
  }
}

function introduce(inviter: InviterProfile): void {
  const name = displayName(inviter) || appInvite.nameless;
  fitName(element('name'), name);
  element('initial').textContent = initialOf(inviter);
  showPicture(element('portrait'), element('initial'), inviter.profileImageUrl);
}

function element(key: keyof typeof elementIds): HTMLElement {
  const found = document.getElementById(elementIds[key]);
  if (!found) throw new Error(`The page lacks its element "${elementIds[key]}".`);
  return found;
}
