/** A migrated database that every test database is copied from. Nobody stays connected to it: that would forbid copying. */
export const templateName = 'holdfast_template'

/** The address of another database on the same server. */
export function databaseAt(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}
