import { parseArgs } from 'node:util'
import { command, Unhappy, usage } from './commands.ts'

try {
  const options = { dir: { type: 'string', default: '.holdfast' }, help: { type: 'boolean', default: false } } as const
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  process.stdout.write(`${values.help ? usage : await command(positionals, values.dir)}\n`)
} catch (error) {
  const known = error instanceof Unhappy || (error instanceof TypeError && 'code' in error)
  process.stderr.write(`${error instanceof Error && known ? error.message : String(error)}\n`)
  process.exitCode = 1
}
