import pino, { type DestinationStream, type Logger } from 'pino'
import type { Config } from './config.ts'

/** Paths that are redacted in the log. */
export const redacted = [
  'req.headers.cookie',
  'req.headers.authorization',
  'res.headers["set-cookie"]',
  '*.password',
  '*.token',
  '*.orderKey',
  'password',
  'token',
]

export function createLog(config: Pick<Config, 'logLevel' | 'logPretty'>, destination?: DestinationStream): Logger {
  const options = {
    level: config.logLevel,
    redact: { paths: redacted, censor: '[redacted]' },
    base: { pid: process.pid },
  }
  if (destination) return pino(options, destination)
  if (config.logPretty) return pino({ ...options, transport: { target: 'pino-pretty' } })
  return pino(options)
}
