import { dashboardTexts } from './dashboard-texts.ts';

const { title, subtitle, refreshed } = dashboardTexts;

export const PLACES_LABEL = 'Places';
/** The places, and their headings. */
export const placeTexts = {
  invites: { name: 'Invites', title, subtitle, refreshed },
  waitlist: {
    name: 'Waitlist',
    title: 'Waitlist',
    subtitle: 'Who waits for the app',
    refreshed: 'These are the figures of now.',
  },
  mailings: {
    name: 'Mailings',
    title: 'Mailings',
    subtitle: 'What is written to the waitlist, and what follows the launch',
    refreshed: '',
  },
  app: {
    name: 'App',
    title: 'App',
    subtitle: 'What visitors are offered',
    refreshed: 'This is the state of now.',
  },
  audit: {
    name: 'Audit',
    title: 'Audit',
    subtitle: 'What admins and commands did',
    refreshed: 'These are the last entries.',
  },
} as const;
