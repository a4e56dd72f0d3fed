import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { EmbeddedDatabaseError } from './error.ts'

/** The system user of the database server; undefined = the user of this process. */
export type Account = { uid: number; gid: number; name: string } | undefined

/**
 * Chooses the user, because PostgreSQL refuses to run as root. Existing data keep their owner, new data go to `postgres`, else `nobody`.
 * Throws an EmbeddedDatabaseError when the data belong to somebody else or cannot be reached.
 */
export function chooseAccount(dir: string, binaries: Binaries): Account {
  const own = process.getuid?.()
  if (own === undefined) return undefined
  const data = join(dir, 'data')
  const owner = existsSync(data) ? statSync(data) : undefined
  if (own !== 0) {
    if (owner && owner.uid !== own) {
      throw new EmbeddedDatabaseError(
        `The data in ${data} belong to the user with id ${owner.uid}, but this process runs as ${own}. ` +
          `Start as that user (or as root), or remove ${dir} to begin with fresh data.`,
      )
    }
    return undefined
  }
  const account = owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid, name: `#${owner.uid}` } : systemUser()
  chmodSync(dir, statSync(dir).mode | 0o711)
  assertReachable(account, dir, binaries.postgres)
  return account
}

/** Returns the spawn options of the account. */
export function asAccount(account: Account): { uid?: number; gid?: number } {
  return account ? { uid: account.uid, gid: account.gid } : {}
}

/** Changes the owner of a path to the account, when there is one. */
export function giveTo(account: Account, path: string): void {
  if (account) chownSync(path, account.uid, account.gid)
}

function systemUser(): NonNullable<Account> {
  for (const name of ['postgres', 'nobody']) {
    const uid = Number(spawnSync('id', ['-u', name], { encoding: 'utf8' }).stdout?.trim() || Number.NaN)
    const gid = Number(spawnSync('id', ['-g', name], { encoding: 'utf8' }).stdout?.trim() || Number.NaN)
    if (uid > 0 && gid > 0) return { uid, gid, name }
  }
  return { uid: 65534, gid: 65534, name: 'nobody' }
}

/** Enters the data folder and runs the server program as the account; on failure names the folder in the way. */
function assertReachable(account: NonNullable<Account>, dir: string, program: string): void {
  const attempt = spawnSync('/bin/sh', ['-c', 'cd "$0" && exec "$1" --version', dir, program], {
    cwd: '/',
    uid: account.uid,
    gid: account.gid,
    encoding: 'utf8',
  })
  if (!attempt.error && attempt.status === 0) return
  const closed = [...ancestors(dir), ...ancestors(dirname(program))].find((folder) => !mayTraverse(account, folder))
  if (closed) {
    throw new EmbeddedDatabaseError(
      `Started as root, the embedded PostgreSQL runs as the user "${account.name}", but that user may not enter ${closed}. ` +
        `Allow it (chmod o+x ${closed}), put the project into a folder that others may enter, ` +
        'start as a user other than root, or set DATABASE_URL to a PostgreSQL server of your own.',
    )
  }
  throw new EmbeddedDatabaseError(
    `The embedded PostgreSQL does not run as the user "${account.name}" here: ` +
      `${attempt.error?.message ?? attempt.stderr.trim()}. Start as another user, or set DATABASE_URL.`,
  )
}

function ancestors(path: string): string[] {
  const parent = dirname(path)
  return parent === path ? [path] : [...ancestors(parent), path]
}

function mayTraverse(account: NonNullable<Account>, folder: string): boolean {
  const { mode, uid, gid } = statSync(folder)
  if (uid === account.uid) return (mode & 0o100) !== 0
  if (gid === account.gid) return (mode & 0o010) !== 0
  return (mode & 0o001) !== 0
}
