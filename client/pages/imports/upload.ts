import * as z from 'zod'
import type { ImportEntity } from '../../../contract/imports.ts'
import type { Refusal } from '../../../contract/refusals.ts'
import { refusedAnswer, requestHeaders } from '../../link/http.ts'

const answer = z.object({ importId: z.number() })
type Uploaded =
  | { readonly ok: true; readonly importId: number }
  | { readonly ok: false; readonly refusal: Refusal<string> }

/** Sends a file to be imported, reporting how far it is (0 to 1). Refusals come as values. */
export function uploadImport(entity: ImportEntity, file: File, onProgress: (part: number) => void): Promise<Uploaded> {
  const form = new FormData()
  form.set('entity', entity)
  form.set('file', file)
  const call = new XMLHttpRequest()
  call.open('POST', '/imports')
  for (const [name, value] of Object.entries(requestHeaders('application/json'))) call.setRequestHeader(name, value)
  call.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total)
  return new Promise((resolve) => {
    const lost = () => resolve({ ok: false, refusal: { code: 'no-answer' } })
    call.onerror = lost
    call.ontimeout = lost
    call.timeout = 120_000
    call.onload = () => resolve(read(call.status, call.responseText))
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
  const parsed = answer.safeParse(body)
  if (status < 400 && parsed.success) return { ok: true, importId: parsed.data.importId }
  const { refusal } = refusedAnswer(status, body)
  const [field] = refusal.fields ?? []
  return {
    ok: false,
    refusal: field ? { code: field.issue, ...(field.params ? { params: field.params } : {}) } : refusal,
  }
}
