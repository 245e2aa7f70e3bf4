/** The site cannot start. Each line of the message says what was expected and what was seen instead. */
export class StartRefusal extends Error {
  override readonly name = 'StartRefusal';
}
