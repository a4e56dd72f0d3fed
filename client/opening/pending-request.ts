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
 * Stores a request in this tab until its outcome is known, so that it survives a reload. Without storage it is lost with the page; the portal still
 * carries it out at most once, and never late.
 */
export const keepRequest = (key: string, request: OpeningRequest): void => tabStorage.set(nameOf(key), request)

export const forgetRequest = (key: string): void => tabStorage.remove(nameOf(key))

/** The request without a known outcome; null if there is none or the stored value is not ours. */
export const keptRequest = (key: string): OpeningRequest | null =>
  kept.safeParse(tabStorage.get(nameOf(key))).data ?? null
