/** A command cannot do what it was asked. The message is a whole sentence for whoever ran it. */
export class CommandRefusal extends Error {
  override readonly name = 'CommandRefusal';
}
