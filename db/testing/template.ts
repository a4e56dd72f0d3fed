/**
 * A migrated database from which every test database is copied. Nobody stays connected to it, which would prevent
 * copying.
 */
export const templateName = 'holdfast_template'

/** Returns the address of another database on the same server. */
export function databaseAt(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}
