import type { Point } from './geometry/box.ts'

/** Gestures on the plan by mouse, pen or fingers. Points are px from the upper left corner of the element. */
export interface Gestures {
  /** The pointer is over a point; null = it left. Not for fingers. */
  onHover(at: Point | null): void
  onTap(at: Point, event: PointerEvent): void
  onDoubleTap(at: Point): void
  /** A drag begins here; true = it is handled, false = the plan itself is moved. */
  onDragStart(at: Point, event: PointerEvent): boolean
  onDrag(at: Point, event: PointerEvent): void
  onDragEnd(at: Point | null): void
  onPan(by: Point): void
  onZoom(factor: number, at: Point): void
}

/** Shorter movements of a finger are a tap, px. */
const tremblePx = { mouse: 4, touch: 10 }
const doubleMs = 320

/** Listens to an element. Two fingers always zoom and pan; a third is ignored. Returns the function that stops it. */
export function listenTo(element: HTMLElement, gestures: Gestures): () => void {
  const down = new Map<number, Point>()
  let begun: { at: Point; event: PointerEvent } | null = null
  let dragging: 'something' | 'plan' | null = null
  let pinched = false
  let lastTap = { at: { x: 0, y: 0 }, time: 0 }
  const pointOf = (event: MouseEvent): Point => {
    const box = element.getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top }
  }

  const press = (event: PointerEvent) => {
    if (event.button !== 0 && event.button !== 1) return
    const at = pointOf(event)
    if (down.size >= 2) return
    element.setPointerCapture(event.pointerId)
    down.set(event.pointerId, at)
    if (down.size === 2) {
      if (dragging === 'something') gestures.onDragEnd(null)
      dragging = null
      begun = null
      pinched = true
      gestures.onHover(null)
    } else begun = { at, event }
  }
  const move = (event: PointerEvent) => {
    const at = pointOf(event)
    const before = down.get(event.pointerId)
    if (before === undefined) {
      if (event.pointerType !== 'touch' && down.size === 0) gestures.onHover(at)
      return
    }
    down.set(event.pointerId, at)
    if (down.size === 2) return pinch(event.pointerId, before, at)
    if (begun === null) return
    if (dragging === null) {
      const far = Math.hypot(at.x - begun.at.x, at.y - begun.at.y)
      if (far < (event.pointerType === 'mouse' ? tremblePx.mouse : tremblePx.touch)) return
      dragging = begun.event.button === 0 && gestures.onDragStart(begun.at, begun.event) ? 'something' : 'plan'
      gestures.onHover(null)
    }
    if (dragging === 'something') gestures.onDrag(at, event)
    else gestures.onPan({ x: at.x - before.x, y: at.y - before.y })
  }
  const pinch = (moved: number, before: Point, at: Point) => {
    const other = [...down].find(([id]) => id !== moved)?.[1]
    if (other === undefined) return
    const apart = (point: Point) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y))
    gestures.onPan({ x: (at.x - before.x) / 2, y: (at.y - before.y) / 2 })
    gestures.onZoom(apart(at) / apart(before), { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 })
  }
  const release = (event: PointerEvent) => {
    if (!down.delete(event.pointerId)) return
    const at = pointOf(event)
    if (down.size > 0) return
    if (dragging === 'something') gestures.onDragEnd(event.type === 'pointercancel' ? null : at)
    else if (dragging === null && begun !== null && !pinched && event.type === 'pointerup') tap(at, event)
    dragging = null
    begun = null
    pinched = false
  }
  const tap = (at: Point, event: PointerEvent) => {
    const near = Math.hypot(at.x - lastTap.at.x, at.y - lastTap.at.y) < 24
    if (near && event.timeStamp - lastTap.time < doubleMs) gestures.onDoubleTap(at)
    else gestures.onTap(at, event)
    lastTap = { at, time: event.timeStamp }
  }
  const leave = () => down.size === 0 && gestures.onHover(null)
  const wheel = (event: WheelEvent) => {
    event.preventDefault()
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1
    // A touchpad pans with two fingers and sets ctrl when pinching; a wheel turns in large steps.
    const pad = !event.ctrlKey && event.deltaMode === WheelEvent.DOM_DELTA_PIXEL && Math.abs(event.deltaX) > 0
    if (pad) gestures.onPan({ x: -event.deltaX, y: -event.deltaY })
    else gestures.onZoom(Math.exp((-event.deltaY * lines * (event.ctrlKey ? 3 : 1)) / 480), pointOf(event))
  }
  element.addEventListener('pointerdown', press)
  element.addEventListener('pointermove', move)
  element.addEventListener('pointerup', release)
  element.addEventListener('pointercancel', release)
  element.addEventListener('pointerleave', leave)
  element.addEventListener('wheel', wheel, { passive: false })
  return () => {
    element.removeEventListener('pointerdown', press)
    element.removeEventListener('pointermove', move)
    element.removeEventListener('pointerup', release)
    element.removeEventListener('pointercancel', release)
    element.removeEventListener('pointerleave', leave)
    element.removeEventListener('wheel', wheel)
  }
}
