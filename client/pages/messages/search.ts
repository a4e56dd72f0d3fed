import * as z from 'zod'
import { noticeChannels, noticeKinds, noticeStates } from '../../../contract/messages.ts'

/** The filters of the messages in the address; what is left out is not filtered by. */
export const noticeSearch = z.object({
  query: z.string().max(255).optional().catch(undefined),
  state: z.enum(noticeStates).optional().catch(undefined),
  channel: z.enum(noticeChannels).optional().catch(undefined),
  kind: z.enum(noticeKinds).optional().catch(undefined),
  page: z.coerce.number().int().positive().max(1_000).optional().catch(undefined),
})
export type NoticeSearch = z.output<typeof noticeSearch>

export const pageSize = 15

/** What `messages.list` is asked for. */
export function noticeInput({ query, state, channel, kind, page }: NoticeSearch) {
  return {
    ...(query ? { search: query } : {}),
    filters: { ...(state ? { state } : {}), ...(channel ? { channel } : {}), ...(kind ? { kind } : {}) },
    page: page ?? 1,
    pageSize,
  }
}

/** True when anything narrows the list. */
export function isNarrowed({ query, state, channel, kind }: NoticeSearch): boolean {
  return [query, state, channel, kind].some((value) => value !== undefined)
}

/** The change of the address that takes every filter away. */
export const withoutFilters = {
  query: undefined,
  state: undefined,
  channel: undefined,
  kind: undefined,
  page: undefined,
} satisfies Record<keyof NoticeSearch, undefined>
