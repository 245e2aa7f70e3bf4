/** What every part of the dashboard says of its acts. */
export const actTexts = {
  cancel: 'Cancel',
  /** In the form for a new code. @param name of the button that was pressed, if it is still there */
  onlyRenews: (name: string | undefined) =>
    `The code only renews your sign-in. ${name ? `Nothing is done before you press “${name}” again.` : 'Nothing is done afterwards.'}`,
  renewed: 'Your sign-in is renewed. Nothing was done yet: press the button again.',
  unread: 'There was no answer. Please try again.',
} as const;
