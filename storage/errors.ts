/** The database cannot be opened, or must not be used for this purpose. The message is a sentence for the operator. */
export class StorageRefusal extends Error {
  override readonly name = 'StorageRefusal';
}

/** A read or write failed and was not acknowledged. A later attempt may succeed. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable';
}
