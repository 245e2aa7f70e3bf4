import { CODE_LENGTH } from '../../../contract/identity.ts';

/** The texts of the sign-in, apart from `signInErrors`, which the server also sends. */
export const signInTexts = {
  /** The heading for screen readers before there is another one. */
  page: 'Analytics',
  checking: 'Checking authentication...',
  title: 'Admin Authentication',
  phone: {
    subtitle: 'Enter your phone number to access analytics',
    label: 'Phone number',
    placeholder: '+1234567890',
    hint: 'Include country code (e.g., +1 for US, +44 for UK)',
    button: 'Send Verification Code',
    busy: 'Sending Code...',
    own: (masked: string) => `Send a Code to ${masked}`,
  },
  code: {
    subtitle: 'Enter the verification code sent to your phone',
    label: 'Verification code',
    hint: (phone: string) => `Enter the ${CODE_LENGTH}-digit code sent to ${phone}`,
    button: 'Verify & Sign In',
    busy: 'Verifying...',
    back: 'Back to Phone Number',
    again: 'Send a New Code',
  },
  /** On a site that sends no codes. */
  operatorGivesCodes: 'This site sends no SMS: the person who runs it gives you the code.',
  tryAgain: 'Try Again',
} as const;

/** Shown before the dashboard's code is loaded. */
export const LOADING_FIGURES = 'Loading analytics data...';

/** There was no answer. */
export const NO_ANSWER = 'Failed to load analytics data';
