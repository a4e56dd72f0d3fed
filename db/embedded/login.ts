import { realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Credentials } from './initialise.ts'

/** Returns the address of a role; names without special characters, passwords base64url. */
export function address(role: string, password: string, port: number, database: string): string {
  return `postgres://${role}:${password}@127.0.0.1:${port}/${database}`
}

/** Maximum bytes of a socket path on every system. */
const maxPathBytes = 103

/**
 * Returns the address over the server's socket, a quarter faster than TCP; the TCP address if there is no socket or its
 * path is too long.
 */
export function socketAddress(tcp: string, dataDir: string): string {
  const { port } = new URL(tcp)
  const path = join(dataDir, `.s.PGSQL.${port}`)
  if (Buffer.byteLength(path) > maxPathBytes || !statSync(path, { throwIfNoEntry: false })?.isSocket()) return tcp
  return `${tcp}?host=${encodeURIComponent(dataDir)}`
}

/**
 * Tries to log in. 'ready' = the server of this data folder, with the application's role and database; 'foreign' =
 * another PostgreSQL; 'not yet' = no answer, or it is still starting.
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
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    const directory = rows[0]?.data_directory
    if (directory !== dataDir && resolved(directory) !== dataDir) return 'foreign'
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

/** Creates the application's role and database: an ordinary role, no superuser. */
async function ensureApplication(client: pg.Client, password: string): Promise<void> {
  const role = await client.query("select 1 from pg_roles where rolname = 'holdfast'")
  const create = `create role holdfast login createdb password ${client.escapeLiteral(password)}`
  if (role.rowCount === 0) await ignoreDuplicate(client.query(create))
  const database = await client.query("select 1 from pg_database where datname = 'holdfast'")
  if (database.rowCount === 0) await ignoreDuplicate(client.query('create database holdfast owner holdfast'))
}

/** Ignores that another starter has already done it. */
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
