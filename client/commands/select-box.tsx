import { type KeyboardEvent, type MouseEvent, memo, useEffect, useRef } from 'react'
import { useT } from '../i18n/i18n.ts'
import classes from './select.module.css'
import type { Selection } from './selection.ts'
import { useSelected, useShare } from './use-selected.ts'

/** Arrow keys move between the boxes, as in a list of files. */
function moveFocus(event: KeyboardEvent<HTMLInputElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  const boxes = [...document.querySelectorAll<HTMLInputElement>('[data-select]')]
  const next = boxes[boxes.indexOf(event.currentTarget) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

interface DeviceBoxProps {
  selection: Selection
  id: number
  name: string
  /** All devices of the list in display order, for ranges. */
  idsNow: () => readonly number[]
}

/** Selects a device; with Shift, all from the last one touched to this one. */
export const DeviceBox = memo(function DeviceBox({ selection, id, name, idsNow }: DeviceBoxProps) {
  const t = useT()
  const checked = useSelected(selection, id)
  const choose = (range: boolean) => {
    if (range) selection.extend(idsNow(), id)
    else selection.toggle(id)
  }
  return (
    <label className={classes.box}>
      <input
        className={classes.boxInput}
        type="checkbox"
        data-select
        aria-label={t('common.selectDevice', { device: name })}
        checked={checked}
        onChange={() => {}}
        onClick={(event: MouseEvent) => choose(event.shiftKey)}
        onKeyDown={moveFocus}
      />
    </label>
  )
})

interface GroupBoxProps {
  selection: Selection
  ids: readonly number[]
  label: string
}

/** Selects all devices of a group, or none; indeterminate while some are selected. */
export function GroupBox({ selection, ids, label }: GroupBoxProps) {
  const share = useShare(selection, ids)
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = share === 'some'
  }, [share])
  return (
    <label className={classes.box}>
      <input
        className={classes.boxInput}
        ref={box}
        type="checkbox"
        data-select
        aria-label={label}
        checked={share === 'all'}
        onChange={() => selection.put(ids, share !== 'all')}
        onKeyDown={moveFocus}
      />
    </label>
  )
}
