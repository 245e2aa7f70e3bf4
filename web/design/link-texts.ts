/** The text of every link that leads back to the home page (spec §2). */
export const BACK_TO_HOME = 'Back to Home';
