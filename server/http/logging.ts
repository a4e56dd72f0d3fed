import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { RequestHandler } from 'express'
import type { Logger } from 'pino'
import { pinoHttp } from 'pino-http'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const tokenLike = /^[A-Za-z0-9_~+=-]{20,}$/
/** Path segments that are followed by a secret. */
const beforeToken = new Set([
  'getuseremailfrominvitationtoken',
  'reservation-summaries',
  'remote-reservations',
  'eticket',
  'register_link',
  'password_reset',
  'migrate_to_rm',
  'remote',
])
/** Query parameters logged with their values, unless these are addresses; of all others only the name. */
const harmless =
  /^(page|limit|sort|include|filter\[(state|price|managedBy|isReservable|start|available|timespan|parent)\].*)$/

/** Returns an address for the log, without tokens and personal search terms. */
export function maskUrl(url: string): string {
  const [path = '', query] = url.split('?', 2)
  const parts = path.split('/')
  const masked = parts.map((part, index) => {
    const before = parts[index - 1]?.toLowerCase() ?? ''
    const secret = beforeToken.has(before) || isTokenLike(part)
    return secret && part !== '' ? '[redacted]' : part
  })
  if (query === undefined) return masked.join('/')
  const parameters = [...new URLSearchParams(query)].map(
    ([name, value]) =>
      `${isTokenLike(name) ? '[redacted]' : name}=${harmless.test(name) && !value.includes('/') ? value : '[redacted]'}`,
  )
  return `${masked.join('/')}?${parameters.join('&')}`
}

function isTokenLike(text: string): boolean {
  return text.length >= 32 && tokenLike.test(text) && !uuid.test(text) && /\d|_|-|[A-Z]/.test(text)
}

/**
 * Logs one line per request with id, masked address, status and time; no headers, no bodies. Every response has an
 * X-Request-Id.
 */
export function requestLog(log: Logger): RequestHandler {
  return pinoHttp({
    logger: log,
    quietReqLogger: true,
    genReqId: (_request, response) => {
      const id = randomUUID()
      response.setHeader('X-Request-Id', id)
      return id
    },
    customLogLevel: (request, response, error) => {
      if (error && response.statusCode >= 500) return 'error'
      if (response.statusCode >= 500 && response.statusCode !== 501) return 'warn'
      return /^\/(assets|health|metrics)/.test(original(request)) ? 'debug' : 'info'
    },
    customSuccessMessage: () => 'request',
    customErrorMessage: () => 'request failed',
    wrapSerializers: false,
    serializers: {
      req: (request: IncomingMessage & { id?: unknown; ip?: string }) => ({
        id: request.id,
        method: request.method,
        url: maskUrl(original(request)),
        from: request.ip ?? request.socket?.remoteAddress,
      }),
      res: (response: { statusCode: number }) => ({ status: response.statusCode }),
    },
  })
}

function original(request: IncomingMessage): string {
  return (request as IncomingMessage & { originalUrl?: string }).originalUrl ?? request.url ?? ''
}
