import type { Refusal } from '../../contract/refusals.ts'
import { refusedAnswer, requestHeaders } from './http.ts'

export type Downloaded =
  | { readonly ok: true; readonly blob: Blob }
  /** `stopped`: the person cancelled it. */
  | { readonly ok: false; readonly stopped: boolean; readonly refusal: Refusal<string> }

interface DownloadOptions {
  /** Requested media type. */
  accept: string
  signal: AbortSignal
  /** Bytes received so far. */
  onProgress: (bytes: number) => void
  /** Time without a byte after which it counts as broken, ms. */
  silenceMs?: number
}

/** Downloads a file of any size with progress. Refusals are returned as values like those of `http`; a broken transfer is 'no-answer'. */
export async function download(
  path: string,
  { accept, signal, onProgress, silenceMs = 30_000 }: DownloadOptions,
): Promise<Downloaded> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), silenceMs)
  const heard = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), silenceMs)
  }
  try {
    const response = await fetch(path, {
      credentials: 'same-origin',
      signal: AbortSignal.any([signal, silence.signal]),
      headers: requestHeaders(accept),
    })
    if (!response.ok || response.body === null) {
      const { refusal } = refusedAnswer(response.status, await response.json().catch(() => undefined))
      return { ok: false, stopped: false, refusal }
    }
    const parts: Uint8Array<ArrayBuffer>[] = []
    let bytes = 0
    const reader = response.body.getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      heard()
      parts.push(value)
      onProgress((bytes += value.length))
    }
    return { ok: true, blob: new Blob(parts, { type: response.headers.get('content-type') ?? accept }) }
  } catch {
    return { ok: false, stopped: signal.aborted, refusal: { code: 'no-answer' } }
  } finally {
    clearTimeout(timer)
  }
}

/** Hands a file to the browser, which saves it under its name. */
export function save(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  Object.assign(link, { href: address, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
