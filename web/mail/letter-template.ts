/** A letter whose slots, such as `{{openUrl}}`, the server fills. */
export interface LetterTemplate {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}
