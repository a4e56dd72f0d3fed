import { realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Credentials } from './initialise.ts'

/** Address of the embedded database for a role; names without special characters, passwords base64url. */
export function address(role: string, password: string, port: number, database: string): string {
  return `postgres://${role}:${password}@127.0.0.1:${port}/${database}`
}

/** The longest path of a socket that every system takes, in bytes. */
const longestPath = 103

/**
 * The same address by the server's socket in its data folder: a trip costs a quarter less than over TCP. The TCP address where there is no socket: none on this
 * system, a server that was started without, or a path too long.
 */
export function socketAddress(tcp: string, dataDir: string): string {
  const { port } = new URL(tcp)
  const path = join(dataDir, `.s.PGSQL.${port}`)
  if (Buffer.byteLength(path) > longestPath || !statSync(path, { throwIfNoEntry: false })?.isSocket()) return tcp
  return `${tcp}?host=${encodeURIComponent(dataDir)}`
}

/**
 * Tries once to log in to the server on this port. 'ready' = it is the server of this data folder, with the application's role and
 * database; 'foreign' = another PostgreSQL answers there; 'not yet' = nobody answers, or it still starts.
 */
export async function tryLogin(
  dataDir: string,
  port: number,
  credentials: Credentials,
): Promise<'ready' | 'foreign' | 'not yet'> {
  const client = new pg.Client({
    connectionString: address('postgres', credentials.superuser, port, 'postgres'),
    connectionTimeoutMillis: 3000,
    query_timeout: 20_000,
  })
  client.on('error', () => undefined) // a lost connection shows up in the next query
  try {
    await client.connect()
    const answer = await client.query<{ data_directory: string }>('show data_directory')
    if (answer.rows[0]?.data_directory !== dataDir && resolved(answer.rows[0]?.data_directory) !== dataDir)
      return 'foreign'
    await ensureApplication(client, credentials.application)
    return 'ready'
  } catch (error) {
    const code = (error as { code?: string }).code ?? ''
    if (['28P01', '28000', '3D000'].includes(code)) return 'foreign'
    if (/^(E[A-Z]+|57P0\d|08\d\d\d)$/.test(code) || code === '') return 'not yet'
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** The application is an ordinary role that owns its database, as on any server: no superuser rights. */
async function ensureApplication(client: pg.Client, password: string): Promise<void> {
  const role = await client.query("select 1 from pg_roles where rolname = 'holdfast'")
  if (role.rowCount === 0) {
    await ignoreDuplicate(
      client.query(`create role holdfast login createdb password ${client.escapeLiteral(password)}`),
    )
  }
  const database = await client.query("select 1 from pg_database where datname = 'holdfast'")
  if (database.rowCount === 0) await ignoreDuplicate(client.query('create database holdfast owner holdfast'))
}

/** Two starters at once: the second finds the work done. */
async function ignoreDuplicate(work: Promise<unknown>): Promise<void> {
  await work.catch((error: { code?: string }) => {
    if (!['42710', '42P04', '23505'].includes(error.code ?? '')) throw error
  })
}

function resolved(path: string | undefined): string | undefined {
  try {
    return path === undefined ? undefined : realpathSync(path)
  } catch {
    return undefined
  }
}
