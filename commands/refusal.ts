/** A command cannot do what was asked. The message is a whole sentence for the operator. */
export class CommandRefusal extends Error {
  override readonly name = 'CommandRefusal';
}

/**
 * Refuses after a deletion whose bytes may still be in the files of the database.
 *
 * @param deleted for the message, such as "the address"
 * @param then what removes the traces, such as "run the command again"
 */
export function refuseTraces(deleted: string, then: string): never {
  throw new CommandRefusal(
    `Traces of ${deleted} may remain in the database files: either another program still reads an older state of the database, or the disk has no room for a second copy of the database. Fix this, then ${then}.`,
  );
}
