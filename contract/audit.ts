/** Acts of admins that are recorded, with the words of `./site audit` between the person and the detail. */
export const acts = {
  'add-admin': 'made an admin of',
  'remove-admin': 'removed the admin',
  'give-right': 'gave the right to the waitlist to',
  'withdraw-right': 'withdrew the right to the waitlist from',
  'change-app': 'changed the state of the app to',
  'undo-app': 'undid a change, so that the state of the app is',
  'see-addresses': 'looked at addresses of the waitlist:',
  'download-addresses': 'began a download of the waitlist',
  'import-people': 'added to the waitlist, from a file,',
  'remove-address': 'removed an address from the waitlist',
  'see-waves': 'looked at who was let in',
  'take-people': 'asked to let in the next people of the waitlist:',
  'download-testers': 'downloaded the people of',
  'invite-wave': 'invited',
  'undo-wave': 'set back to waiting the people of',
  'move-back': 'asked to set a person of the waitlist back to waiting,',
  'see-mailings': 'looked at mailings',
  'preview-mailing': 'asked how many people would get a mailing,',
  'try-mailing': 'could not send a mailing as a test',
  'test-mailing': 'sent a mailing as a test',
  'send-mailing': 'sent',
  'pause-mailing': 'paused',
  'resume-mailing': 'resumed',
  'end-mailing': 'ended',
  'assume-delivered': 'counted as delivered:',
  'send-letter-again': 'had sent again:',
  'try-letter': 'could not change the state of',
  'see-mailing': 'looked at recipients in the state',
  'report-returned': 'reported returned letters',
  'confirm-reports': 'asks to open, so that it may report returned letters:',
  'undo-returned': 'forgot returned letters that were reported since',
  'see-launch': 'looked at what becomes of the waitlist after the launch',
  'ask-unconfirmed': 'asked to confirm:',
  'tell-elsewhere': 'stored that people were told of the launch elsewhere,',
  'forget-elsewhere': 'took back that people were told of the launch elsewhere',
  'start-deletion': 'started the deletion of addresses after the launch:',
  'stop-deletion': 'stopped the deletion of addresses',
  'move-deletion': 'moved the day of deletion of',
  restore: 'restored a backup that was',
  'go-on': 'let mailings and launches begin again after a restore',
  'write-note': 'wrote note',
  'remove-note': 'removed note',
  'look-for-address': 'asked to remove an address that was not on the waitlist',
} as const;
export type Act = keyof typeof acts;

/** Who acts when, in milliseconds since 1970 UTC. */
export interface Author {
  /** The admin's phone number, `COMMAND_LINE`, `FIRST_ADMINS`, `APP` or `MAIL_PROVIDER`. */
  readonly who: string;
  readonly at: number;
}

export const COMMAND_LINE = 'command line';
/** The app's back end. */
export const APP = 'app';
/** The provider of mail, which reports letters that came back. */
export const MAIL_PROVIDER = 'mail provider';
/** The setting that makes the first admins at a start. */
export const FIRST_ADMINS = 'ADMIN_PHONES';
