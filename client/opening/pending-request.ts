import * as z from 'zod'
import type { OpeningRequest } from '../../machines/opening.ts'
import { tabStorage } from '../ui/tab-storage.ts'

const kept = z.object({
  commandId: z.uuid(),
  deviceId: z.number().int().nullable(),
  action: z.enum(['open', 'close']),
  validUntil: z.number(),
})
const nameOf = (key: string) => `open ${key}`

/**
 * Keeps a request in this tab until it is known what became of it, so that a reload does not forget it. A browser that keeps nothing forgets it with the page; the portal still
 * carries it out once at most, and never late.
 */
export const keepRequest = (key: string, request: OpeningRequest): void => tabStorage.set(nameOf(key), request)

export const forgetRequest = (key: string): void => tabStorage.remove(nameOf(key))

/** The request whose end is not known; null when there is none or what stands there is not ours. */
export const keptRequest = (key: string): OpeningRequest | null =>
  kept.safeParse(tabStorage.get(nameOf(key))).data ?? null
