import type { KeyboardEvent } from 'react'

const typing = 'input:not([type="checkbox"]), textarea, select, [contenteditable]'

/** Keys within a list: arrows, Home and End move between rows, x selects the row (with Shift, also those between it and the last one), Escape clears the selection. Enter belongs to the link. */
export function listKeys(
  event: KeyboardEvent<HTMLElement>,
  choose: ((row: number, range: boolean) => void) | null,
  clear: () => void,
) {
  const target = event.target as HTMLElement
  if (event.altKey || event.ctrlKey || event.metaKey || target.matches(typing)) return
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('tbody tr')]
  const at = rows.findIndex((row) => row.contains(target))
  if (at === -1) return
  const { key } = event
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[key]
  if (to !== undefined) {
    const next = rows[to]
    // The same control in the other row, or its link.
    const wanted = target.matches('[type="checkbox"]') ? '[type="checkbox"]' : 'a'
    const control = next?.querySelector<HTMLElement>(wanted) ?? next?.querySelector<HTMLElement>('button, input')
    control?.focus()
  } else if ((key === 'x' || key === 'X') && choose) choose(at, key === 'X')
  else if (key === 'Escape') clear()
  else return
  event.preventDefault()
}
