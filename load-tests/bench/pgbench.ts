import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** A statement as sent: text with $1, $2, … and their values. */
export interface Sent {
  readonly sql: string
  readonly bindings: readonly unknown[]
}
/** Turns a value of the recorded run into SQL that varies with pgbench's variables, or null to keep it. */
export type Vary = (value: unknown) => string | null

/**
 * Returns a pgbench script with the same statements in the same order. The reservation's id is taken from the insert
 * that returns it.
 */
export function scriptOf(sent: readonly Sent[], vary: Vary): string {
  const statements = sent.map(({ sql, bindings }) => {
    const text = withoutVariables(sql)
      .replace(/\$(\d+)/g, (_, n: string) => literal(bindings[Number(n) - 1], vary))
      .trim()
    const made = /^insert into "reservations".*returning "id"$/is.test(text)
    return made ? `${text} \\gset` : `${text.replace(/;$/, '')};`
  })
  return ['\\set n random(1, 2000000)', ...statements.map((text) => text.replaceAll('\n', ' '))].join('\n')
}

function literal(value: unknown, vary: Vary): string {
  const varied = vary(value)
  if (varied !== null) return varied
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`
  if (value instanceof Date) return `'${value.toISOString()}'`
  if (Array.isArray(value))
    return value.length === 0 ? `'{}'` : `array[${value.map((each) => literal(each, vary)).join(', ')}]`
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const quoted = withoutVariables(`'${text.replaceAll("'", "''")}'`)
  return /^[{[]/.test(text) ? `(${quoted})::jsonb` : `(${quoted})`
}

/**
 * pgbench takes a colon before a letter for a variable, also in quotes, so it is written as its code. Casts (::) stay.
 */
function withoutVariables(sql: string): string {
  return sql.replace(/(?<!:):(?=[A-Za-z_])/g, "'||chr(58)||'")
}

/** Transactions a second of a script by pgbench, or null if it is not installed. */
export async function runPgbench(
  url: string,
  script: string,
  { clients, seconds }: { clients: number; seconds: number },
): Promise<number | null> {
  const program = findPgbench()
  if (!program) return null
  const file = join(mkdtempSync(join(tmpdir(), 'holdfast-pgbench-')), 'script.sql')
  writeFileSync(file, script)
  const options = ['-n', '-M', 'prepared', '-f', file, '-c', String(clients), '-j', '1', '-T', String(seconds), url]
  const { stdout, stderr } = await promisify(execFile)(program, options, { maxBuffer: 10_000_000 })
  const tps = /tps = ([\d.]+)/.exec(stdout)?.[1]
  if (!tps || /aborted|ERROR/.test(stderr)) throw new Error(`pgbench failed: ${stderr.slice(0, 2_000)}`)
  return Number(tps)
}

function findPgbench(): string | null {
  const debian = '/usr/lib/postgresql'
  const versions = readFolder(debian).sort((a, b) => Number(b) - Number(a))
  const folders = [...(process.env['PATH'] ?? '').split(':'), ...versions.map((version) => `${debian}/${version}/bin`)]
  const found = folders.find((folder) => readFolder(folder).includes('pgbench'))
  return found ? join(found, 'pgbench') : null
}

function readFolder(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}
