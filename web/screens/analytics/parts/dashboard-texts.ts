import { CHART_DAYS, MAX_NOTE_CHARACTERS } from '../../../../contract/analytics.ts';
import { AUDIT_RETENTION_MONTHS } from '../../../../contract/durations.ts';
import type { NotCountedReason } from '../../../../contract/invite-events.ts';
import type { MailingKind } from '../../../../contract/mailings.ts';
import { LOADING_FIGURES, NO_ANSWER } from '../analytics-texts.ts';

export const analyticsErrors = {
  /** The server's answer was an error, or not what the contract describes. */
  notOk: 'Failed to fetch analytics data',
  noAnswer: NO_ANSWER,
} as const;

/** What every part of the dashboard says of its acts. */
export const actTexts = {
  cancel: 'Cancel',
  download: 'Download CSV',
  /** In the form for a new code. @param name of the button that was pressed */
  onlyRenews: (name: string) =>
    `The code only renews your sign-in. Nothing is done before you press “${name}” again.`,
  renewed: 'Your sign-in is renewed. Nothing was done yet: press the button again.',
  unread: 'There was no answer. Please try again.',
  unanswered:
    'There was no answer, so it is not known whether it was done. Press “Refresh” to see it.',
  downloaded: 'The download is complete.',
  cut: 'The download was cut, and changed nothing. Please download the file again.',
} as const;

/** The texts of the dashboard. */
export const dashboardTexts = {
  title: 'App Invite Analytics',
  subtitle: 'Real-time performance of your referral invites',
  refreshed: 'This is up to date.',
  refresh: 'Refresh',
  retry: 'Retry',
  signOut: 'Sign Out',
  loading: LOADING_FIGURES,
  live: {
    connecting: 'Connecting',
    live: 'Live',
    behind: 'The figures are not up to date.',
    lost: 'Live updates are lost. Trying again.',
  },
  updated: 'Updated',
  cards: {
    totalInviters: 'Total Inviters',
    totalViews: 'Page Views',
    totalDownloads: 'Downloads',
    overallWebConversionRate: 'Web Conversion (%)',
    totalAppInvitesSent: 'App Invites Sent',
    overallInviteAcceptanceRate: 'Invite Acceptance (%)',
  },
  ranges: {
    label: 'Days that are counted',
    /** By the range in the address. */
    names: [
      ['today', 'Today'],
      ['7', '7 days'],
      ['28', '28 days'],
      ['91', '91 days'],
    ],
    other: 'From – to',
    from: 'From',
    to: 'to',
    show: 'Show',
    days: (from: string, to: string) => `${from} to ${to}`,
    utc: (days: string) => `${days}, in UTC.`,
    corrected: (days: string) =>
      `Shown instead: ${days}. Single days are stored for six months, and a range ends today at the latest, and begins before it ends.`,
  },
  /** How counts have changed; `against` is one of the texts below. */
  change: {
    by: (percent: string, against: string) => `${percent} % against ${against}`,
    yesterday: 'the same hours yesterday',
    weekAgo: (weekday: string) => `the same hours last ${weekday}`,
    tooFew: 'too few to compare',
    dayBefore: 'the day before',
    daysBefore: (days: string) => `the ${days} days before`,
    sameHours: (days: string) => `the ${days} days before, up to the same hour`,
  },
  /** Label of the figures beside the chart: the chart shows some days, these figures count all days. */
  allTime: 'All time',
  /** Explains the figure of each card; views and downloads show today's count instead. */
  cardNotes: {
    totalInviters: 'with a visit, an invite or a sign-up',
    today: (count: string) => `${count} today (UTC)`,
    overallWebConversionRate: 'downloads per view',
    totalAppInvitesSent: 'from inside the app',
    overallInviteAcceptanceRate: 'accepted per invite',
    /** Of some days, so that the rate may be above 100 %, and is then a dash. */
    acceptanceInDays: 'accepted per invite, also of earlier invites',
  },
  chart: {
    title: 'Page views and downloads',
    subtitle: 'Per day, in UTC',
    /** Of all time, only these. */
    recent: `Per day, the last ${CHART_DAYS} days, in UTC`,
    hours: 'Per hour, in UTC',
    day: 'Day',
    hour: 'Hour',
    allDays: 'All days shown',
    allHours: 'All hours shown',
    soFar: 'so far',
    empty: 'Nothing has happened in this time.',
  },
  marks: {
    title: 'What happened',
    subtitle: 'Notes of the team, changes of the app, and mailings.',
    sign: 'A dot below a bar: something happened, see below.',
    app: (platform: string, state: string) => `App on ${platform}: ${state}`,
    newLink: 'new link',
    mailings: {
      next: 'Invitations to the next people of the waitlist',
      everybody: 'Mailing to the waitlist',
      launch: 'Launch letter',
    } satisfies Record<MailingKind, string>,
    parts: { whole: 'sent', begun: 'sending began', ended: 'sending ended' },
    write: 'Write a note',
    words: 'Note',
    day: 'Day (UTC)',
    hint: `Up to ${MAX_NOTE_CHARACTERS} characters, for every admin. Please leave out names: notes stay when a person’s data is deleted.`,
    save: 'Save',
    saved: 'The note is saved.',
    lost: 'There was no answer, so it is not known whether it was done. Look whether the note is in the list.',
    remove: 'Remove',
    removeOf: (words: string) => `Remove the note “${words}”`,
    sure: (words: string) => `Remove the note “${words}” for all admins?`,
    removeNow: 'Remove the Note',
    removed: (words: string) => `The note “${words}” is removed.`,
  },
  table: {
    title: 'Top Performers',
    subtitle: 'Web analytics + app invite performance',
    search: 'Search inviters',
    find: 'Search',
    clearSearch: 'Clear Search',
    noMatch: (search: string) => `No inviter matches “${search}”.`,
    pages: 'Pages of the table',
    range: (first: string, last: string, all: string, search: string) =>
      `${first} to ${last} of ${all}${search && ` for “${search}”`}`,
    previous: 'Previous',
    next: 'Next',
    empty: 'No analytics data available yet.',
    emptyHint: 'Share some invite links to start collecting data!',
  },
  inviter: {
    back: 'Back to the table',
    link: 'Invite link',
    code: 'QR code of the invite link',
    copy: 'Copy link',
    copied: 'Copied.',
    copyByHand: 'Please copy the marked link.',
    unknown: 'There is no such inviter. Perhaps the account was deleted.',
  },
  app: {
    title: 'Where visitors get the app',
    subtitle:
      'Every invite follows within two seconds. Try a link with its QR code before you save it.',
    states: {
      beta: 'Beta',
      paused: 'Beta is full',
      preorder: 'Pre-order',
      launched: 'Launched',
      soon: 'Coming soon',
      preregister: 'Pre-registration',
    },
    link: (platform: string) => `Link for ${platform}`,
    code: (platform: string) => `QR code of the link for ${platform}`,
    offers: {
      title: 'What a friend sees on an invite',
      /** Before the problem. */
      unsaved: 'What you chose cannot be saved yet.',
      /** @param link null for the form of the waitlist */
      leadsTo: (link: string | null) =>
        `Opens ${link?.replace('https://', '') ?? 'the form of the waitlist'}`,
    },
    save: 'Save',
    undo: 'Undo Last Change',
    discard: 'Discard',
    unsaved: 'What you changed here is not saved yet.',
    saved: 'Saved. Visitors see this now.',
    changed: 'Last changed',
  },
  audit: {
    title: 'Who did what',
    subtitle: `The newest first, for ${AUDIT_RETENTION_MONTHS} months. Times are in UTC.`,
    none: 'Nothing was done yet.',
  },
  brought: {
    title: 'Who brought most people',
    subtitle: 'Confirmed sign-ups by the links of inviters.',
    none: 'There were no sign-ups by an inviter’s link in this time.',
  },
  namedLinks: {
    title: 'Our links',
    subtitle: 'New sign-ups by the links of our own posts.',
    lastWeek: (count: string) => `${count} in 7 days`,
  },
  notCounted: {
    title: 'Not counted',
    subtitle:
      'Visits by robots and by admins, and repeated ones. The figures above leave them out.',
    none: 'None so far.',
    reasons: {
      bot: 'Known bots',
      'link-preview': 'Link previews of chats',
      prefetch: 'Pages fetched ahead',
      team: 'Our team',
      repeat: 'Repeated reports',
    } satisfies Record<NotCountedReason, string> as Readonly<Record<string, string>>,
    retention: 'Old events were last removed',
    neverRan: 'Old events have not been removed yet',
  },
} as const;

const { title, subtitle } = dashboardTexts;

export const TABS_LABEL = 'Places';
/** The tabs, and their headings. */
export const tabTexts = {
  invites: { name: 'Invites', title, subtitle },
  waitlist: tabOf('Waitlist', 'Who waits for the app'),
  mailings: tabOf('Mailings', 'What is written to the waitlist, and what follows the launch'),
  app: tabOf('App', 'What visitors are offered'),
  audit: tabOf('Audit', 'What admins and commands did'),
} as const;

function tabOf(name: string, subtitle: string) {
  return { name, title: name, subtitle };
}
