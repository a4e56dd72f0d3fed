import pino, { type LogFn, type Logger } from 'pino'
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

/** Takes warnings and errors besides the log itself. */
export type TakeLine = (line: {
  readonly level: 'warn' | 'error' | 'fatal'
  readonly text: string
  readonly fields: Readonly<Record<string, unknown>>
}) => void

const lineLevels: Readonly<Record<number, 'warn' | 'error' | 'fatal'>> = { 40: 'warn', 50: 'error', 60: 'fatal' }

export function createLog(config: Pick<Config, 'logLevel' | 'logPretty'>, take?: TakeLine): Logger {
  const options = {
    level: config.logLevel,
    redact: { paths: redacted, censor: '[redacted]' },
    base: { pid: process.pid },
    hooks: {
      logMethod(this: Logger, args: Parameters<LogFn>, method: LogFn, level: number) {
        const name = lineLevels[level]
        if (take && name) take({ level: name, ...lineOf(args) })
        method.apply(this, args)
      },
    },
  }
  if (config.logPretty) return pino({ ...options, transport: { target: 'pino-pretty' } })
  return pino(options)
}

/** What was logged: an object with a text, an error, or a text alone. */
function lineOf([first, second]: readonly unknown[]): { text: string; fields: Record<string, unknown> } {
  if (typeof first === 'string') return { text: first, fields: {} }
  if (first instanceof Error)
    return { text: typeof second === 'string' ? second : first.message, fields: { err: first } }
  const fields = { ...(first as Record<string, unknown>) }
  return { text: typeof second === 'string' ? second : typeof fields['msg'] === 'string' ? fields['msg'] : '', fields }
}
