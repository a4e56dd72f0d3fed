import type { ErrorRequestHandler, Request, Response } from 'express'
import { type FieldIssue, type Refusal, refusals } from '../../contract/refusals.ts'
import { refusalOf } from '../kernel/bus/dispatch.ts'
import { Refused } from '../kernel/bus/refuse.ts'
import type { Context } from '../kernel/context.ts'
import { isRefusalCode, languageOf, refusalText } from '../kernel/language.ts'
import { PasswordsBusy } from '../session/passwords.ts'
import { mediaType } from './jsonapi.ts'

/** A refusal whose HTTP status is not the catalogue's (415, 461), or with `more` in its body, which is plain JSON then. */
export class HttpRefused extends Refused {
  readonly status: number
  readonly more: More
  constructor(status: number, refusal: Refusal, more: More = {}) {
    super(refusal, false)
    this.status = status
    this.more = more
  }
}
type More = Readonly<Record<string, unknown>>

/** Sends a refusal as a JSON:API error document in the caller's language: one error per field, otherwise one. */
export function sendRefusal(
  request: Request,
  response: Response,
  refusal: Refusal,
  { status, more = {} }: { status?: number; more?: More } = {},
): void {
  const language = languageOf(request.get('accept-language'))
  const httpStatus = status ?? refusals[refusal.code].status
  const seconds = refusal.params?.['seconds']
  if (typeof seconds === 'number') response.set('Retry-After', String(seconds))
  else if (httpStatus === 503) response.set('Retry-After', '5')
  const inQuery = request.method === 'GET' || request.method === 'HEAD'
  const { params, supportCode, current, dependants } = refusal
  const error = {
    id: supportCode,
    status: String(httpStatus),
    code: refusal.code,
    title: inWords(refusal.code),
    detail: refusalText(refusal.code, language, params),
    meta: params || supportCode || current || dependants ? { params, supportCode, current, dependants } : undefined,
  }
  const errors = refusal.fields?.length
    ? refusal.fields.map(({ path, issue, params: details = {} }) => ({
        ...error,
        detail: isRefusalCode(issue) ? refusalText(issue, language, details) : error.detail,
        source: inQuery ? { parameter: path } : { pointer: pointerTo(path) },
        meta: { issue, params: details },
      }))
    : [error]
  response
    .status(httpStatus)
    .set({
      'Content-Language': language,
      'Content-Type': Object.keys(more).length > 0 ? 'application/json' : mediaType,
    })
    .vary('Accept-Language')
    .send(JSON.stringify({ jsonapi: { version: '1.1' }, errors, ...more }))
}

/** Returns the JSON pointer of a path. */
function pointerTo(path: string): string {
  const parts = path.split('.').filter(Boolean)
  return parts.map((part) => `/${part.replace(/~/g, '~0').replace(/\//g, '~1')}`).join('')
}

/** 'login-blocked' → 'Login blocked': the same for every occurrence, as JSON:API requires of titles. */
function inWords(code: string): string {
  const words = code.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Returns the refusal of an error of Express or its body parser, by its status. */
function refusalOfRequest(error: unknown): { refusal: Refusal; status: number } | null {
  if (!(error instanceof Error)) return null
  const { status, type } = error as { status?: unknown; type?: unknown }
  if (type === 'entity.too.large') return { refusal: { code: 'body-too-large' }, status: 413 }
  if (typeof status !== 'number' || status < 400 || status > 499) return null
  const fields: FieldIssue[] = [{ path: '', issue: 'field-invalid' }]
  return { refusal: { code: 'bad-input', fields }, status: status === 415 ? 415 : 400 }
}

/**
 * The last handler: everything thrown becomes a JSON:API error; only bugs are 500, with a support code that finds them
 * in the log.
 */
export function errorHandler(context: Context): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) return next(error)
    if (request.destroyed && !response.writable) return
    if (error instanceof HttpRefused) return sendRefusal(request, response, error.refusal, error)
    const unread = refusalOfRequest(error)
    if (unread) return sendRefusal(request, response, unread.refusal, unread)
    if (error instanceof PasswordsBusy) return sendRefusal(request, response, { code: 'server-busy' })
    const refusal = refusalOf(context, error, { method: request.method, requestId: request.id })
    sendRefusal(request, response, isRefusalCode(refusal.code) ? refusal : { code: 'unknown-failure' })
  }
}
