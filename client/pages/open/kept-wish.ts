import * as z from 'zod'
import type { OpeningWish } from '../../../machines/opening.ts'

const kept = z.object({
  commandId: z.uuid(),
  deviceId: z.number().int().nullable(),
  action: z.enum(['open', 'close']),
  validUntil: z.number(),
})
const nameOf = (key: string) => `holdfast open ${key}`

/** Keeps a wish in this tab until it is known what became of it, so that a reload does not forget it. */
export function keepWish(key: string, wish: OpeningWish): void {
  try {
    sessionStorage.setItem(nameOf(key), JSON.stringify(wish))
  } catch {
    // A browser that keeps nothing forgets it with the page; the portal still carries it out once at most, and never late.
  }
}

export function forgetWish(key: string): void {
  try {
    sessionStorage.removeItem(nameOf(key))
  } catch {
    // Nothing was kept.
  }
}

/** The wish whose end is not known; null when there is none or what stands there is not ours. */
export function keptWish(key: string): OpeningWish | null {
  try {
    const read = kept.safeParse(JSON.parse(sessionStorage.getItem(nameOf(key)) ?? 'null'))
    return read.success ? read.data : null
  } catch {
    return null
  }
}
