import { useCallback, useRef, useState } from 'react'
import { maxPictureBytes } from '../../contract/media.ts'
import { refusalText } from '../i18n/i18n.ts'
import { type UploadTarget, uploadPicture } from './upload.ts'

/** A file on its way: waiting, being sent (0 to 1), or refused with the reason. */
export interface Upload {
  readonly key: number
  readonly name: string
  readonly part: number
  readonly reason: string | null
}

interface Uploads {
  readonly uploads: readonly Upload[]
  readonly busy: boolean
  readonly add: (files: readonly File[]) => void
  /** Cancels a file on its way, or removes the report of a refused one. */
  readonly dismiss: (key: number) => void
}

/** Sends files one after the other, each for itself. What is stored disappears; what is refused stays with its reason. */
export function useUploads(
  to: UploadTarget,
  { onAdded, onDone }: { onAdded?: ((mediaId: string) => void) | undefined; onDone: () => void },
): Uploads {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const queue = useRef<{ key: number; file: File; abort: AbortController }[]>([])
  const next = useRef(0)
  const working = useRef(false)
  const change = (key: number, part: Partial<Upload>) =>
    setUploads((all) => all.map((each) => (each.key === key ? { ...each, ...part } : each)))
  const drop = useCallback((key: number) => setUploads((all) => all.filter((each) => each.key !== key)), [])

  const work = async () => {
    if (working.current) return
    working.current = true
    for (let first = queue.current[0]; first; first = queue.current[0]) {
      const { key, file, abort } = first
      const answer =
        file.size > maxPictureBytes
          ? tooLarge
          : await uploadPicture(to, file, { onProgress: (part) => change(key, { part }), signal: abort.signal })
      queue.current = queue.current.filter((each) => each !== first)
      if (answer.ok) onAdded?.(answer.id)
      if (answer.ok || answer.canceled) drop(key)
      else change(key, { reason: answer.reason ?? refusalText(answer.refusal) })
    }
    working.current = false
    onDone()
  }
  const add = (files: readonly File[]) => {
    const added = files.map((file) => {
      next.current += 1
      return { key: next.current, file, abort: new AbortController() }
    })
    queue.current = [...queue.current, ...added]
    const shown = added.map(({ key, file: { name } }) => ({ key, name, part: 0, reason: null }))
    setUploads((all) => [...all.filter(({ reason }) => reason === null), ...shown])
    void work()
  }
  const dismiss = (key: number) => {
    const on = queue.current.find((each) => each.key === key)
    on?.abort.abort()
    if (!on) drop(key)
  }
  return { uploads, busy: uploads.some(({ reason }) => reason === null), add, dismiss }
}

const tooLarge = {
  ok: false,
  canceled: undefined,
  reason: null,
  refusal: { code: 'file-too-large', params: { most: maxPictureBytes / 1_048_576 } },
} as const
