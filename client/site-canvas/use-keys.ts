import { type KeyboardEvent, useRef } from 'react'
import { shifted } from './geometry/align.ts'
import { boundsOf, type Place } from './geometry/box.ts'
import { type Direction, nextIn } from './geometry/neighbours.ts'
import { panned, showing } from './geometry/view.ts'
import type { Places, Scene } from './scene.ts'
import { type Acts, snapGridMm } from './use-plan-gestures.ts'

const arrows: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}
const ways: Readonly<Record<Direction, readonly [number, number]>> = {
  left: [-1, 0],
  right: [1, 0],
  up: [0, -1],
  down: [0, 1],
}
const panPx = 80
const fineMm = 10

/**
 * The keyboard on the plan: arrows go from device to device (with Shift they move the plan; in edit mode they move what is chosen, with Alt
 * by a centimetre), plus, minus and 0 zoom, Enter opens details, Space chooses, Escape leaves.
 */
export function useKeys(scene: Scene, acts: Acts & { readonly places: Places }): (event: KeyboardEvent) => void {
  const burst = useRef(0)
  const { mode, selection, focused } = acts

  const goTo = (id: number | null) => {
    if (id === null) return
    acts.setFocused(id)
    const place = scene.placeOf(id)
    if (place !== null) scene.setView(showing(scene.view(), boundsOf(place), scene.size()))
  }
  const arrow = (direction: Direction, event: KeyboardEvent) => {
    const [x, y] = ways[direction]
    if (event.shiftKey) return scene.setView(panned(scene.view(), { x: -x * panPx, y: -y * panPx }))
    if (mode === 'edit' && selection.size > 0) {
      if (!event.repeat) burst.current += 1
      const by = event.altKey ? fineMm : snapGridMm
      const places = new Map<number, Place>()
      for (const id of selection) {
        const place = acts.places.get(id)
        if (place) places.set(id, shifted(place, x * by, y * by))
      }
      return acts.onChange({ places }, `key ${burst.current}`)
    }
    if (focused === null || scene.placeOf(focused) === null) return goTo(scene.first())
    const standing = new Map<number, Place>()
    for (const [id, place] of acts.places) if (place !== null) standing.set(id, place)
    goTo(nextIn(direction, focused, standing))
  }
  const choose = () => {
    if (focused === null || mode === 'view') return
    const next = new Set(selection)
    if (!next.delete(focused)) next.add(focused)
    acts.onSelect(next)
  }
  const chooseAll = () => {
    const standing: number[] = []
    for (const [id, place] of acts.places) if (place !== null) standing.push(id)
    acts.onSelect(new Set(standing))
  }
  const leave = (event: KeyboardEvent) => {
    if (selection.size > 0) return acts.onSelect(new Set())
    if (event.currentTarget instanceof HTMLElement) event.currentTarget.blur()
  }
  const takeOff = () => {
    if (mode !== 'edit' || selection.size === 0) return
    acts.onChange({ places: new Map([...selection].map((id) => [id, null])) })
    acts.onSelect(new Set())
  }

  return (event) => {
    const direction = arrows[event.key]
    const command = event.ctrlKey || event.metaKey
    if (direction !== undefined && !command) arrow(direction, event)
    else if (command && event.key.toLowerCase() === 'a' && mode !== 'view') chooseAll()
    else if (command) return
    else if (event.key === '+' || event.key === '=') scene.zoom(1.3)
    else if (event.key === '-') scene.zoom(1 / 1.3)
    else if (event.key === '0') scene.fit()
    else if (event.key === 'Enter') {
      if (mode === 'edit') choose()
      else if (focused !== null) acts.onOpenDetails(focused)
    } else if (event.key === ' ') choose()
    else if (event.key === 'Delete' || event.key === 'Backspace') takeOff()
    else if (event.key === 'Escape') leave(event)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
}
