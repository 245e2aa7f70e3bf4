/** How the site sends letters; the site sends none if it has no such settings. */
export type LettersSettings = {
  /** How many letters the site sends in an hour and in a day (UTC), all copies together. */
  readonly budget: { readonly perHour: number; readonly perDay: number };
  /** The sender, as in the From header: an address, or a name and an address. */
  readonly from: string;
} & (
  | { readonly by: 'smtp'; readonly server: SmtpServer }
  /** Writes each letter as an .eml file into this folder, for development. */
  | { readonly by: 'files'; readonly folder: string }
);

export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /**
   * `implicit`: TLS from the first byte. `required`: STARTTLS, or nothing is sent. `none`: no TLS, which is allowed
   * only for a mail server on this machine.
   */
  readonly tls: 'implicit' | 'required' | 'none';
  readonly login: { readonly user: string; readonly password: string } | undefined;
}
