import { listedScreens } from '../../contract/screens.ts';

/** The addresses in letters. The server fills the slots. */
export const letterLinks = {
  /** The page `/waitlist`, which confirms or shows the place. */
  open: '{{openUrl}}',
  /** The page `/waitlist`, with one button to leave the waitlist. */
  leave: '{{leaveUrl}}',
  /** The home page. A sign-up there credits the reader. */
  share: '{{shareUrl}}',
  home: `{{publicUrl}}${listedScreens.home}`,
  privacy: `{{publicUrl}}${listedScreens.privacy}#letters`,
} as const;

export const LEAVE_WORDS = 'Leave the waitlist';
