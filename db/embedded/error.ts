/** The embedded database cannot be used here. The message is meant for the person at the terminal: what is wrong and what to do. */
export class EmbeddedDatabaseError extends Error {
  override readonly name = 'EmbeddedDatabaseError'
}
