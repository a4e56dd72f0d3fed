import { useEffect, useRef, useState } from 'react'
import type { Change } from './edit/draft.ts'
import { shifted } from './geometry/align.ts'
import { around, boundsOf, grown, overlaps, type Place, type Point, type Rect } from './geometry/box.ts'
import { type Handle, handleAt, handles, resized, turnHandleAt, turnTo } from './geometry/handles.ts'
import { neighbourhoodMm, snapped, snappedLine } from './geometry/snap.ts'
import { panned, toPlan, toScreen } from './geometry/view.ts'
import { type Gestures, listenTo } from './gestures.ts'
import { turnAwayPx } from './paint/marks.ts'
import type { Scene } from './scene.ts'

/** Looking, selecting several, or moving devices. */
export type PlanMode = 'view' | 'select' | 'edit'

export interface Acts {
  readonly mode: PlanMode
  readonly selection: ReadonlySet<number>
  readonly onSelect: (ids: ReadonlySet<number>) => void
  readonly onOpenDetails: (id: number) => void
  readonly onChange: (change: Change, name?: string) => void
  readonly focused: number | null
  readonly setFocused: (id: number | null) => void
}
interface PlanGestureHandlers extends Acts {
  readonly setHovered: (id: number | null) => void
}
type Drag =
  | { readonly kind: 'move'; readonly from: Point; readonly places: ReadonlyMap<number, Place> }
  | { readonly kind: 'size'; readonly id: number; readonly handle: Handle; readonly place: Place }
  | { readonly kind: 'turn'; readonly id: number; readonly place: Place }
  | { readonly kind: 'band'; readonly from: Point }

/** The snapping grid, mm, and the distance on screen at which neighbours snap, px. */
export const snapGridMm = 100
const catchPx = 8
const slackPx = { mouse: 3, touch: 14 }
const maxNeighbours = 300

/** Mouse, pen and fingers on the plan; returns the ref for the surface. */
export function usePlanGestures(scene: Scene, acts: PlanGestureHandlers): (element: HTMLElement | null) => void {
  const [surface, setSurface] = useState<HTMLElement | null>(null)
  const latest = useRef(acts)
  useEffect(() => {
    latest.current = acts
  })
  useEffect(() => {
    if (surface === null) return
    return listenTo(
      surface,
      handsOf(scene, () => latest.current),
    )
  }, [scene, surface])
  return setSurface
}

function handsOf(scene: Scene, now: () => PlanGestureHandlers): Gestures {
  let drag: Drag | null = null
  let put: ReadonlyMap<number, Place> = new Map()
  const under = (at: Point, kind = 'mouse'): number | null => {
    const slack = kind === 'touch' ? slackPx.touch : slackPx.mouse
    return scene.index().at(toPlan(scene.view(), at), slack / scene.view().scale)
  }
  const toggled = (id: number): ReadonlySet<number> => {
    const next = new Set(now().selection)
    if (!next.delete(id)) next.add(id)
    return next
  }
  const show = (places: ReadonlyMap<number, Place>) => {
    put = places
    scene.lift(places)
  }
  const neighbours = (around: Rect, without: ReadonlySet<number>): Rect[] => {
    const index = scene.index()
    const near = index.in(grown(around, neighbourhoodMm)).filter((id) => !without.has(id))
    return near.slice(0, maxNeighbours).flatMap((id) => index.boundsOf(id) ?? [])
  }
  const rules = () => ({ gridMm: snapGridMm, reachMm: catchPx / scene.view().scale })

  function moveTo({ from, places }: Drag & { kind: 'move' }, at: Point, free: boolean): void {
    const to = toPlan(scene.view(), at)
    const [dx, dy] = [to.x - from.x, to.y - from.y]
    const all = around([...places.values()].map(boundsOf))
    if (all === null) return
    const moved = { left: all.left + dx, top: all.top + dy, right: all.right + dx, bottom: all.bottom + dy }
    const further = free
      ? { dx: 0, dy: 0, guides: [] }
      : snapped(moved, neighbours(moved, new Set(places.keys())), rules())
    scene.setMarks({ guides: further.guides })
    show(new Map([...places].map(([id, place]) => [id, shifted(place, dx + further.dx, dy + further.dy)])))
  }
  function sizeTo({ id, handle, place }: Drag & { kind: 'size' }, at: Point, free: boolean): void {
    const to = toPlan(scene.view(), at)
    const level = place.rotationDeg % 90 === 0
    const near = neighbours(boundsOf(place), new Set([id]))
    const point =
      free || !level ? to : { x: snappedLine(to.x, 'x', near, rules()), y: snappedLine(to.y, 'y', near, rules()) }
    show(new Map([[id, resized(place, handle, point)]]))
  }
  function band(from: Point, at: Point): { x: number; y: number; width: number; height: number } {
    return {
      x: Math.min(from.x, at.x),
      y: Math.min(from.y, at.y),
      width: Math.abs(at.x - from.x),
      height: Math.abs(at.y - from.y),
    }
  }
  function inBand(from: Point, at: Point): number[] {
    const { x, y, width, height } = band(from, at)
    const low = toPlan(scene.view(), { x, y })
    const high = toPlan(scene.view(), { x: x + width, y: y + height })
    const rect = { left: low.x, top: low.y, right: high.x, bottom: high.y }
    return scene
      .index()
      .in(rect)
      .filter((id) => overlaps(scene.index().boundsOf(id) ?? rect, rect))
  }

  return {
    onHover: (at) => now().setHovered(at === null ? null : under(at)),
    onTap(at, event) {
      const { mode, selection, onSelect, onOpenDetails, setFocused } = now()
      const id = under(at, event.pointerType)
      if (id !== null) setFocused(id)
      if (mode === 'view') return id === null ? undefined : onOpenDetails(id)
      if (id === null) return selection.size > 0 && !event.shiftKey ? onSelect(new Set()) : undefined
      if (mode === 'select' || event.shiftKey || event.ctrlKey || event.metaKey) onSelect(toggled(id))
      else onSelect(new Set([id]))
    },
    onDoubleTap(at) {
      const id = under(at)
      if (id !== null) now().onOpenDetails(id)
      else scene.zoom(1.8, at)
    },
    onDragStart(at, event) {
      const { mode, selection, onSelect } = now()
      if (mode === 'view') return false
      if (mode === 'edit') {
        drag = grabbed(scene, at, event.pointerType === 'touch' ? 22 : 10)
        if (drag !== null) return true
        const id = under(at, event.pointerType)
        if (id !== null) {
          const chosen = selection.has(id) ? selection : event.shiftKey ? toggled(id) : new Set([id])
          if (chosen !== selection) onSelect(chosen)
          drag = { kind: 'move', from: toPlan(scene.view(), at), places: placesOf(scene, chosen) }
          return true
        }
      }
      if (!event.shiftKey) return false
      drag = { kind: 'band', from: at }
      return true
    },
    onDrag(at, event) {
      if (drag === null) return
      if (drag.kind === 'move') moveTo(drag, at, event.altKey)
      else if (drag.kind === 'size') sizeTo(drag, at, event.altKey)
      else if (drag.kind === 'band') scene.setMarks({ band: band(drag.from, at) })
      else {
        const rotationDeg = turnTo(drag.place, toPlan(scene.view(), at), event.altKey)
        show(new Map([[drag.id, { ...drag.place, rotationDeg }]]))
      }
    },
    onDragEnd(at) {
      const ended = drag
      drag = null
      const moved = put
      put = new Map()
      scene.lift(new Map())
      scene.setMarks({ guides: [], band: null })
      if (ended === null || at === null) return
      if (ended.kind === 'band') now().onSelect(new Set([...now().selection, ...inBand(ended.from, at)]))
      else if (moved.size > 0) now().onChange({ places: moved })
    },
    onPan: (by) => scene.setView(panned(scene.view(), by)),
    onZoom: (factor, at) => scene.zoom(factor, at),
  }
}

/** The handle of the selected device that the pointer grabs. */
function grabbed(scene: Scene, at: Point, reachPx: number): Drag | null {
  const id = scene.marks().handled
  const place = id === null ? null : scene.placeOf(id)
  if (id === null || place === null) return null
  const near = (point: Point) => {
    const { x, y } = toScreen(scene.view(), point)
    return Math.hypot(x - at.x, y - at.y) <= reachPx
  }
  if (near(turnHandleAt(place, turnAwayPx / scene.view().scale))) return { kind: 'turn', id, place }
  const handle = handles.find((each) => near(handleAt(place, each)))
  return handle === undefined ? null : { kind: 'size', id, handle, place }
}

function placesOf(scene: Scene, ids: ReadonlySet<number>): Map<number, Place> {
  const places = new Map<number, Place>()
  for (const id of ids) {
    const place = scene.placeOf(id)
    if (place !== null) places.set(id, place)
  }
  return places
}
