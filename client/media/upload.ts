import * as z from 'zod'
import { mediaView, type PictureOwner } from '../../contract/media.ts'
import type { Refusal } from '../../contract/refusals.ts'
import { refusedAnswer, requestHeaders } from '../link/http.ts'

const answer = z.object({
  stored: z.array(mediaView),
  refused: z.array(z.object({ fileName: z.string(), code: z.string(), detail: z.string() })),
})
export type Uploaded =
  | { readonly ok: true; readonly id: string }
  | { readonly ok: false; readonly canceled?: true; readonly reason: string | null; readonly refusal: Refusal<string> }

/** Where a picture goes: to others of an owner, or in the place of one. */
export type UploadTarget = PictureOwner | { readonly mediaId: string }

interface UploadOptions {
  /** How far it is, 0 to 1. */
  readonly onProgress: (part: number) => void
  readonly signal?: AbortSignal
}

/** Sends one picture. Refusals come as values; `reason` is the server's own sentence. */
export function uploadPicture(to: UploadTarget, file: File, { onProgress, signal }: UploadOptions): Promise<Uploaded> {
  const form = new FormData()
  for (const [name, value] of Object.entries(to)) form.set(name, String(value))
  form.set('files', file)
  const call = new XMLHttpRequest()
  call.open('POST', '/media')
  for (const [name, value] of Object.entries(requestHeaders('application/json'))) call.setRequestHeader(name, value)
  call.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total)
  return new Promise((resolve) => {
    const lost = () => resolve({ ok: false, reason: null, refusal: { code: 'no-answer' } })
    call.onerror = lost
    call.ontimeout = lost
    const canceled = () => resolve({ ok: false, canceled: true, reason: null, refusal: { code: 'no-answer' } })
    call.onabort = canceled
    call.timeout = 120_000
    call.onload = () => resolve(read(call.status, call.responseText))
    if (signal?.aborted) return canceled()
    signal?.addEventListener('abort', () => call.abort())
    call.send(form)
  })
}

function read(status: number, text: string): Uploaded {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    body = undefined
  }
  if (status >= 400) return { ok: false, reason: null, refusal: refusedAnswer(status, body).refusal }
  const parsed = answer.safeParse(body)
  const [stored] = parsed.data?.stored ?? []
  if (stored !== undefined) return { ok: true, id: stored.id }
  const [refused] = parsed.data?.refused ?? []
  return { ok: false, reason: refused?.detail ?? null, refusal: { code: refused?.code ?? 'unknown-failure' } }
}
