import type { Request, RequestHandler } from 'express'
import { refused } from '../kernel/bus/refuse.ts'
import type { Context } from '../kernel/context.ts'
import { HttpRefused } from './errors.ts'
import { mediaType } from './jsonapi.ts'

const changing = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])
const clientId = /^[\x21-\x7e](?:[\x20-\x7e]{0,126}[\x21-\x7e])?$/

/**
 * Prevents other sites' pages from acting in a signed-in browser: a change needs a client-id header, which no form
 * sends, and no foreign origin.
 */
export function guard({ addresses }: Pick<Context, 'addresses'>): RequestHandler {
  const ours = new Set([addresses.portal, addresses.admin])
  return (request, _response, next) => {
    if (!changing.has(request.method)) return next()
    const origin = request.get('origin')
    const site = request.get('sec-fetch-site')
    const sameOrigin = origin === undefined || ours.has(origin) || hostOf(origin) === request.host
    if (!sameOrigin || (site !== undefined && site !== 'same-origin' && site !== 'none'))
      throw refused({ code: 'not-authorized' })
    if (!clientId.test(request.get('client-id') ?? '')) throw refused({ code: 'client-id-missing' })
    next()
  }
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null
}

/** Refuses NUL in an address: PostgreSQL cannot store it. */
export const noNul: RequestHandler = (request, _response, next) => {
  if (!request.originalUrl.includes('%00')) return next()
  throw refused({ code: 'bad-input', fields: [{ path: '', issue: 'field-invalid' }] })
}

/** Bodies are JSON or empty. */
export const onlyJson = only(['application/json', mediaType])

/** Uploads are multipart or empty. */
export const onlyForm = only(['multipart/form-data'])

function only(types: string[]): RequestHandler {
  return (request, _response, next) => {
    if (hasBody(request) && !request.is(types))
      throw new HttpRefused(415, { code: 'bad-input', fields: [{ path: '', issue: 'field-invalid' }] })
    next()
  }
}

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * For JSON.parse: keys that could change prototypes, and text that PostgreSQL cannot store (NUL, lone surrogates), make
 * a body malformed.
 */
export function reviver(key: string, value: unknown): unknown {
  if (forbiddenKeys.has(key)) throw new SyntaxError(`the key ${key} is not allowed`)
  if (!keepable(key) || (typeof value === 'string' && !keepable(value)))
    throw new SyntaxError('text with NUL or a lone surrogate')
  return value
}

function keepable(text: string): boolean {
  return !text.includes('\0') && !/[\ud800-\udfff]/u.test(text)
}
