/** The texts of an invite that its page and the preview of its link in a chat show (spec §8). */
export const invitation = {
  /** Shown after the inviter's name. */
  wantsYou: (product: string) => `wants you on ${product}!`,
  message: (product: string) => `I made an ${product}, join me for exclusive spontaneous fun`,
} as const;
