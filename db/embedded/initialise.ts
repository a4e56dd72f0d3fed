import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Account, asAccount, giveTo } from './account.ts'
import type { Binaries } from './binaries.ts'
import { EmbeddedDatabaseError } from './error.ts'
import { isAlive } from './postmaster.ts'

/** Passwords of the superuser and of the application's role. */
export type Credentials = { superuser: string; application: string }

/** Creates the data folder unless it exists. It appears as a whole: initdb works in a folder beside it that is renamed. */
export async function initialise(
  dir: string,
  binaries: Binaries,
  account: Account,
  fsync: boolean,
): Promise<Credentials> {
  removeUnfinished(dir)
  const data = join(dir, 'data')
  const made = existsSync(join(data, 'PG_VERSION'))
  if (!made && existsSync(data) && readdirSync(data).length > 0) {
    throw new EmbeddedDatabaseError(
      `${data} is not empty and holds no database. Remove it, or move it away, and start again.`,
    )
  }
  const credentials = readCredentials(dir, made)
  if (made) return credentials
  const work = join(dir, `data.unfinished-${process.pid}-${randomBytes(3).toString('hex')}`)
  mkdirSync(work, { mode: 0o700 })
  giveTo(account, work)
  await runInitdb(binaries.initdb, work, account, credentials.superuser, fsync)
  try {
    renameSync(work, data)
  } catch (error) {
    rmSync(work, { recursive: true, force: true })
    if (!existsSync(join(data, 'PG_VERSION'))) throw error
  }
  return credentials
}

/** Removes folders of a killed initdb. */
function removeUnfinished(dir: string): void {
  for (const name of readdirSync(dir)) {
    const pid = /^data\.unfinished-(\d+)-/.exec(name)?.[1]
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(dir, name), { recursive: true, force: true })
  }
}

/** Reads the password file (0600). The first of several starters creates it. */
function readCredentials(dir: string, mustExist: boolean): Credentials {
  const file = join(dir, 'credentials.json')
  if (!existsSync(file)) {
    if (mustExist) {
      throw new EmbeddedDatabaseError(
        `${file} is missing, so nobody can log in to the database in ${dir}. Bring the file back, or remove ${dir} to begin with fresh data.`,
      )
    }
    const draft = `${file}.${process.pid}-${randomBytes(3).toString('hex')}`
    const fresh: Credentials = { superuser: password(), application: password() }
    writeFileSync(draft, JSON.stringify(fresh), { mode: 0o600, flag: 'wx' })
    try {
      linkSync(draft, file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      rmSync(draft, { force: true })
    }
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Credentials
}

function password(): string {
  return randomBytes(24).toString('base64url')
}

/** Runs initdb, which reads the password from a file of the account that is removed right after. */
function runInitdb(program: string, target: string, account: Account, superuserPassword: string, fsync: boolean) {
  const passwordFile = `${target}.password`
  writeFileSync(passwordFile, superuserPassword, { mode: 0o600, flag: 'wx' })
  giveTo(account, passwordFile)
  const locale = process.platform === 'linux' ? 'C.UTF-8' : 'C'
  const access = ['-U', 'postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
  const storage = ['-D', target, '--data-checksums', '--encoding=UTF8', `--locale=${locale}`]
  const child = spawn(program, [...access, ...storage, ...(fsync ? [] : ['--no-sync'])], {
    ...asAccount(account),
    cwd: target,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise<void>((resolve, reject) => {
    const finish = (problem: string | undefined): void => {
      rmSync(passwordFile, { force: true })
      if (problem === undefined) return resolve()
      rmSync(target, { recursive: true, force: true })
      reject(new EmbeddedDatabaseError(`The database could not be created in ${target}: ${problem}\n${output.trim()}`))
    }
    child.once('error', (error) => finish(error.message))
    child.once('close', (code) => finish(code === 0 ? undefined : `initdb ended with code ${code}.`))
  })
}
