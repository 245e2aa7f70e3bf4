/** The database cannot be opened as asked. The message is a whole sentence for whoever runs the site. */
export class StorageRefusal extends Error {
  override readonly name = 'StorageRefusal';
}

/** A read or write was not done, and nothing of it was acknowledged. It may work when tried again. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable';
}
