import { listedScreens } from '../../contract/screens.ts';

/** The addresses in letters. The server fills the slots. */
export const letterLinks = {
  /** The page `/waitlist`, which confirms or shows the place. */
  open: '{{openUrl}}',
  /** The page `/waitlist`, with one button to leave the waitlist. */
  leave: '{{leaveUrl}}',
  /** The home page, with the reader's code. A friend who signs up there and then confirms moves the reader up. */
  share: '{{shareUrl}}',
  home: `{{publicUrl}}${listedScreens.home}`,
  privacy: `{{publicUrl}}${listedScreens.privacy}#letters`,
} as const;

export const LEAVE_WORDS = 'Leave the waitlist';
