/** The waitlist's limits and messages (spec §§2, 5, 8): plain values that browser and server both load. */

/** Longest address that is accepted, in Unicode characters of its canonical form. */
export const MAX_EMAIL_CHARACTERS = 254;

/** A link to this fragment of the home page focuses the field, without any script. */
export const EMAIL_FIELD_ID = 'email';

export const EMAIL_PLACEHOLDER = 'Enter your email';

export const joinButton = {
  idle: 'Join Waitlist',
  submitting: 'Joining...',
  joined: 'Joined',
} as const;

/** The toasts of spec §8. `destructive` ones report something that went wrong. */
export const waitlistToasts = {
  invalidEmail: {
    variant: 'destructive',
    title: 'Invalid email',
    description: 'Please enter a valid email address',
  },
  failed: {
    variant: 'destructive',
    title: 'Something went wrong',
    description: "We couldn't add you to the waitlist. Please try again.",
  },
  joined: (product: string) => ({
    variant: 'default' as const,
    title: 'Success!',
    description: `You've been added to our waitlist. We'll update you when ${product} goes live!`,
  }),
} as const;

/**
 * The form's check before it sends anything (spec §5): not empty, and contains "@".
 * The server's own check is stricter; what it refuses is reported as a failure.
 */
export function looksLikeEmail(text: string): boolean {
  return text.includes('@');
}
