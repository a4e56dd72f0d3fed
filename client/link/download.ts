import type { Refusal } from '../../contract/refusals.ts'
import { refusedAnswer, requestHeaders } from './http.ts'

export type Downloaded =
  | { readonly ok: true; readonly blob: Blob }
  /** `stopped`: the person gave it up. */
  | { readonly ok: false; readonly stopped: boolean; readonly refusal: Refusal<string> }

interface DownloadOptions {
  /** Media type that is asked for. */
  accept: string
  signal: AbortSignal
  /** Bytes so far. */
  onProgress: (bytes: number) => void
  /** After how long without a byte it counts as broken, ms. */
  silenceMs?: number
}

/** Fetches a file of any size, telling how far it is. Refusals come as values like those of `http`; a broken transfer is 'no-answer'. */
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
