import { parseArgs } from 'node:util'
import { MoveError } from './move/error.ts'
import { move } from './move/move.ts'
import { restored } from './move/restored.ts'
import { adoptTimescale } from './move/timescale.ts'

const usage = `npm run database -- [command]
  move --from <url> --to <url>   copy everything into another, empty database, such as one on a server with TimescaleDB; the portal is stopped meanwhile
  timescale --url <url>          use what the server offers of TimescaleDB by now, in place; the portal is stopped meanwhile
  restored --url <url>           after a backup was restored into it, before the portal starts
A url is postgres://user@host:port/database; its password may stand in PGPASSWORD or in ~/.pgpass instead.`

const options = {
  from: { type: 'string' },
  to: { type: 'string' },
  url: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const

try {
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  await run(positionals[0], values)
} catch (error) {
  const known = error instanceof MoveError || (error instanceof TypeError && 'code' in error)
  process.stderr.write(`${known ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
  process.exitCode = 1
}

type Values = { from?: string | undefined; to?: string | undefined; url?: string | undefined; help: boolean }

async function run(command: string | undefined, { from, to, url, help }: Values): Promise<void> {
  if (!help && command === 'move' && from !== undefined && to !== undefined) {
    const { tables, rows, seconds } = await move(from, to, say)
    say(
      `Moved ${rows.toLocaleString('en')} rows of ${tables} tables in ${Math.ceil(seconds)} s: set DATABASE_URL to the new address.`,
    )
  } else if (!help && command === 'timescale' && url !== undefined) {
    const changed = await adoptTimescale(url, say)
    say(
      changed.length > 0 ? `Done: ${changed.join(', ')}.` : 'Nothing to do: the database uses what the server offers.',
    )
  } else if (!help && command === 'restored' && url !== undefined) {
    const waiting = await restored(url)
    say(`Ready: ${waiting} facts are pending, and open pages will reload. The portal can be started.`)
  } else {
    say(usage)
    if (!help) process.exitCode = 1
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
