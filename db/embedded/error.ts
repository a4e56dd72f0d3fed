/** The embedded database cannot be used here. The message tells the person at the terminal why, and what to do. */
export class EmbeddedDatabaseError extends Error {
  override readonly name = 'EmbeddedDatabaseError'
}
