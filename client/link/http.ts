import * as z from 'zod'
import type { FieldIssue, Refusal } from '../../contract/refusals.ts'
import { i18n } from '../i18n/i18n.ts'

/** Identifies this client in every request; a page of another origin cannot send it, so it protects calls that change state. */
export const clientId = 'holdfast-web'
export const jsonApi = 'application/vnd.api+json'

/** The first error of a JSON:API error document. */
export interface HttpError {
  readonly status: number
  readonly code: string
  readonly title: string
  readonly detail: string
}
export type HttpAnswer<B> =
  | { readonly ok: true; readonly status: number; readonly body: B }
  | { readonly ok: false; readonly error: HttpError; readonly refusal: Refusal<string> }

interface HttpOptions<S extends z.ZodType> {
  /** JSON body. */
  body?: unknown
  /** Shape of the response body; another shape is a failure. */
  answer: S
  timeoutMs?: number
  signal?: AbortSignal
}

let onExpired: () => void = () => {}
/** Called on a 401 while a session was thought to be live. */
export function sessionExpiredWith(step: () => void): void {
  onExpired = step
}

const errorDocument = z.object({
  errors: z
    .array(
      z.object({
        id: z.string().optional(),
        status: z.coerce.number().optional(),
        code: z.string().optional(),
        title: z.string().optional(),
        detail: z.string().optional(),
        source: z.object({ pointer: z.string().optional(), parameter: z.string().optional() }).optional(),
        meta: z
          .object({
            params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
            supportCode: z.string().optional(),
            issue: z.string().optional(),
          })
          .optional(),
      }),
    )
    .min(1),
})

/**
 * One HTTP call with cookies, client id and language. Refusals are returned as values: the first error (title, status, detail, code) and the same
 * as a refusal with all fields; no response at all is 'no-answer' with status 0. 401 ends the session, unless only the password was wrong.
 */
export async function http<S extends z.ZodType>(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  { body, answer, timeoutMs = 15_000, signal }: HttpOptions<S>,
): Promise<HttpAnswer<z.output<S>>> {
  const limit = AbortSignal.timeout(timeoutMs)
  let response: Response
  try {
    response = await fetch(path, {
      method,
      credentials: 'same-origin',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      headers: { ...requestHeaders(jsonApi), ...(body === undefined ? {} : { 'content-type': jsonApi }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  } catch {
    return failure(0, { code: 'no-answer' })
  }
  const parsed: unknown = await response.json().catch(() => undefined)
  if (response.ok) {
    const read = answer.safeParse(parsed)
    return read.success ? { ok: true, status: response.status, body: read.data } : failure(response.status, unknown())
  }
  return refusedAnswer(response.status, parsed)
}

/**
 * Whether a retry may help by itself: no response, the portal is busy or failing, the rate limit was hit, or something in front of the portal
 * responded. Refusals by the portal itself are final.
 */
export function mayPass(answer: HttpAnswer<unknown>): boolean {
  if (answer.ok) return false
  const { status } = answer.error
  return status < 400 || status >= 500 || status === 408 || status === 429
}

/** Headers of every request. */
export function requestHeaders(accept: string): Record<string, string> {
  return { accept, 'client-id': clientId, 'accept-language': i18n.language }
}

/** Turns an unsuccessful response into values; 401 ends the session, unless only the password was wrong. */
export function refusedAnswer(status: number, body: unknown): ReturnType<typeof failure> {
  const refusal = refused(status, body)
  if (status === 401 && refusal.error.code !== 'invalid-credentials') onExpired()
  return refusal
}

/** POSTs a plain body when the shape of the response does not matter. */
export function post(path: string, body: unknown): Promise<HttpAnswer<unknown>> {
  return http('POST', path, { body, answer: z.unknown() })
}

const unknown = (): Refusal<string> => ({ code: 'unknown-failure' })

function failure(status: number, refusal: Refusal<string>): { ok: false; error: HttpError; refusal: Refusal<string> } {
  return { ok: false, error: { status, code: refusal.code, title: refusal.code, detail: '' }, refusal }
}

function refused(status: number, body: unknown) {
  const read = errorDocument.safeParse(body)
  if (!read.success) return failure(status, unknown())
  const { errors } = read.data
  const first = errors[0]
  const code = first?.code ?? 'unknown-failure'
  const fields = errors.flatMap((error): FieldIssue<string>[] => {
    if (!error.source) return []
    const path = error.source.parameter ?? (error.source.pointer ?? '').split('/').filter(Boolean).join('.')
    return [
      {
        path,
        issue: error.meta?.issue ?? 'field-invalid',
        ...(error.meta?.params ? { params: error.meta.params } : {}),
      },
    ]
  })
  const supportCode = first?.meta?.supportCode ?? first?.id
  const refusal: Refusal<string> = {
    code,
    ...(first?.meta?.params && fields.length === 0 ? { params: first.meta.params } : {}),
    ...(fields.length > 0 ? { fields } : {}),
    ...(supportCode === undefined ? {} : { supportCode }),
  }
  return {
    ok: false as const,
    error: { status: first?.status ?? status, code, title: first?.title ?? code, detail: first?.detail ?? '' },
    refusal,
  }
}
