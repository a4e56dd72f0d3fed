import { parseArgs } from 'node:util'
import { runSimulator } from './run.ts'

const usage = `Simulated gateways that report to a portal through the public gateway protocol.

  node dist/telemetry/simulator/main.js <configuration.json> --url http://127.0.0.1:8080 [--speed 60] [--quiet]

  --url    address of the portal
  --speed  how much faster than real time the recordings run (default 1)
  --quiet  write nothing
`

function fail(text: string): never {
  process.stderr.write(`${text}\n`)
  process.exit(2)
}

function settings() {
  try {
    const options = {
      url: { type: 'string' },
      speed: { type: 'string' },
      quiet: { type: 'boolean' },
      help: { type: 'boolean' },
    } as const
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    if (values.help) {
      process.stdout.write(usage)
      process.exit(0)
    }
    const [configFile] = positionals
    const speed = Number(values.speed ?? 1)
    if (!configFile || !values.url || !URL.canParse(values.url)) fail(usage)
    if (!(speed > 0 && speed <= 10_000)) fail(`--speed must be between 0 and 10000, not ${values.speed}`)
    return { configFile, url: values.url, speed, quiet: values.quiet === true }
  } catch (error) {
    fail(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  }
}

const { configFile, url, speed, quiet } = settings()
const log = (text: string, detail: object) => {
  if (!quiet) process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), text, ...detail })}\n`)
}
const simulator = await runSimulator({ configFile, url, speed, log }).catch((error: unknown) =>
  fail(error instanceof Error ? error.message : String(error)),
)
let stopping = false
function stop(): void {
  if (stopping) return
  stopping = true
  void simulator.stop().finally(() => process.exit(0))
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
// Started by another process: end with it.
process.on('disconnect', stop)
