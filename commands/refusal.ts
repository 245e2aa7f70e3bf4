/** A command cannot do what was asked. The message is a whole sentence for the operator. */
export class CommandRefusal extends Error {
  override readonly name = 'CommandRefusal';
}
