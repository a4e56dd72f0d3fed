import { startEmbedded } from '../start.ts'

/** A parent process to be killed: starts the embedded server of a folder, says so, and stays. */
const [dir = ''] = process.argv.slice(2)
const server = await startEmbedded({ dir })
process.stdout.write(`${JSON.stringify({ url: server.url, adopted: server.adopted, pid: server.pid() })}\n`)
process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)))
setInterval(() => undefined, 60_000)
