import { useEffect, useRef, useState } from 'react'
import type { MalfunctionView } from '../../../contract/devices.ts'
import type { LiveView } from '../../link/view.ts'
import { standing } from './malfunction-list.ts'

/** How long a newcomer is marked in its row, ms. */
const markMs = 60_000
const none: ReadonlySet<number> = new Set()

/**
 * Malfunctions that appear while the page is open, including those of an interruption: `marked` = their ids for a minute, `waiting` = how many
 * came since the last interaction with the page. `onNew` is called once per batch. Returning malfunctions are not new, nor are explained ones.
 */
export function useNewcomers(
  view: LiveView,
  onNew: (rows: readonly MalfunctionView[]) => void,
): { marked: ReadonlySet<number>; waiting: number } {
  const [marked, setMarked] = useState<ReadonlySet<number>>(none)
  const [waiting, setWaiting] = useState(0)
  const tell = useRef(onNew)
  useEffect(() => {
    tell.current = onNew
  })
  useEffect(() => {
    let known: ReadonlySet<number | string> | null = null
    const timers = new Set<ReturnType<typeof setTimeout>>()
    const look = () => {
      const all = [...view.rows('malfunction').values()].flatMap((row) => row.view ?? [])
      const rows = standing(all)
      const before = known
      if (before === null && view.status().state !== 'live') return
      known = new Set(all.map((row) => row.id))
      const fresh = before === null ? [] : rows.filter((row) => !before.has(row.id) && row.returned === 0)
      if (fresh.length === 0) return
      const ids = fresh.map((row) => row.id)
      setMarked((now) => new Set([...now, ...ids]))
      setWaiting((count) => count + ids.length)
      tell.current(fresh)
      const timer = setTimeout(() => {
        timers.delete(timer)
        setMarked((now) => new Set([...now].filter((id) => !ids.includes(id))))
      }, markMs)
      timers.add(timer)
    }
    look()
    const offs = [view.onRows('malfunction', look), view.onStatus(look)]
    return () => {
      for (const off of offs) off()
      for (const timer of timers) clearTimeout(timer)
    }
  }, [view])
  useEffect(() => {
    if (waiting === 0) return
    const touched = () => setWaiting(0)
    const events = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'focus'] as const
    for (const event of events) window.addEventListener(event, touched, { passive: true })
    return () => {
      for (const event of events) window.removeEventListener(event, touched)
    }
  }, [waiting])
  return { marked, waiting }
}

/** Prefixes the title of the browser tab with a number, '(3) …'; none for 0. */
export function useTitleBadge(count: number, title: string): void {
  useEffect(() => {
    void title
    const plain = document.title.replace(/^\(\d+\) /, '')
    document.title = count > 0 ? `(${count}) ${plain}` : plain
    return () => {
      document.title = document.title.replace(/^\(\d+\) /, '')
    }
  }, [count, title])
}
