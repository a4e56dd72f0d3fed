import { useCallback, useState } from 'react'
import type * as z from 'zod'
import { siteDocuments } from '../../../contract/access.ts'
import type { ReservationView } from '../../../contract/reservations/view.ts'
import { ask } from '../../link/ask.ts'
import { tabStorage } from '../../ui/tab-storage.ts'
import { type Found, useFound } from './use-found.ts'

type Documents = z.output<typeof siteDocuments.reply>

export interface DocumentState {
  readonly found: Found<Documents>
  /** Those without a remembered acceptance. */
  readonly open: Documents['documents']
  readonly accepted: ReadonlySet<number>
  readonly accept: (ids: readonly number[], yes: boolean) => void
  readonly acceptedIds: number[]
  /** Nothing is left to accept; false while unknown. */
  readonly complete: boolean
  readonly again: () => void
}

/** The documents to accept at the site of a hold, and what was ticked on this page; ticks survive a reload. */
export function useDocuments(row: ReservationView): DocumentState {
  const siteId = row.site.id
  const name = `documents ${row.id}`
  const load = useCallback((signal: AbortSignal) => ask(siteDocuments, { siteId }, { signal }), [siteId])
  const found = useFound(load)
  const [ticked, setTicked] = useState<readonly number[]>(() => tabStorage.get<number[]>(name) ?? [])
  const open = found.view?.accepted === false ? found.view.documents.filter(({ accepted }) => !accepted) : []
  const accepted = new Set(ticked)
  const accept = (ids: readonly number[], yes: boolean) => {
    const next = yes ? [...new Set([...ticked, ...ids])] : ticked.filter((id) => !ids.includes(id))
    setTicked(next)
    tabStorage.set(name, next)
  }
  return {
    found,
    open,
    accepted,
    accept,
    acceptedIds: open.filter(({ id }) => accepted.has(id)).map(({ id }) => id),
    complete: found.view !== null && open.every(({ id }) => accepted.has(id)),
    again: found.retry,
  }
}
