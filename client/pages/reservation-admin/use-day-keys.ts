import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { dayAfter, mondayOf } from './calendar-layout.ts'

const moves: Readonly<Record<string, (day: string) => string>> = {
  ArrowLeft: (day) => dayAfter(day, { days: -1 }),
  ArrowRight: (day) => dayAfter(day, { days: 1 }),
  ArrowUp: (day) => dayAfter(day, { days: -7 }),
  ArrowDown: (day) => dayAfter(day, { days: 7 }),
  Home: mondayOf,
  End: (day) => dayAfter(mondayOf(day), { days: 6 }),
  PageUp: (day) => dayAfter(day, { months: -1 }),
  PageDown: (day) => dayAfter(day, { months: 1 }),
}

/**
 * One stop of the Tab key for all days: arrows, Home, End and the page keys move the chosen day and the focus with it, into other weeks too.
 * Days carry `data-day`.
 */
export function useDayKeys(
  day: string,
  onDay: (day: string) => void,
): { frame: RefObject<HTMLDivElement | null>; onKeyDown: (event: KeyboardEvent) => void } {
  const frame = useRef<HTMLDivElement>(null)
  const moved = useRef(false)
  useEffect(() => {
    if (!moved.current) return
    moved.current = false
    frame.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus()
  }, [day])
  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key]
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return
    if (!(event.target instanceof HTMLElement) || event.target.dataset['day'] === undefined) return
    event.preventDefault()
    moved.current = true
    onDay(move(event.target.dataset['day']))
  }
  return { frame, onKeyDown }
}
