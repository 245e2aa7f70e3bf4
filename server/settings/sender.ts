/** The sender of letters. */
export interface Sender {
  /** Empty if only the address is shown. */
  readonly name: string;
  readonly address: string;
}

/** An ASCII address: most mail servers refuse other senders. */
const ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d-]+(\.[a-z\d-]+)*$/i;

/** @returns undefined unless the text is an address, or a name and an address in angle brackets */
export function parseSender(text: string): Sender | undefined {
  const [, quoted, plain, bracketed, bare] =
    /^(?:(?:"([^"\\<>]*)"|([^"\\<>]*))\s*<([^<>]*)>|([^<>]*))$/.exec(text.trim()) ?? [];
  const name = (quoted ?? plain ?? '').trim();
  const address = bracketed ?? bare ?? '';
  return ADDRESS.test(address) && !/\p{Cc}/u.test(name) ? { name, address } : undefined;
}
