import type { Place } from '../geometry/box.ts'
import { handleAt, handles, turnHandleAt } from '../geometry/handles.ts'
import type { Guide } from '../geometry/snap.ts'
import { toScreen, type View } from '../geometry/view.ts'
import { outline } from './cells.ts'
import type { PlanColors } from './colors.ts'
import type { Context } from './sprites.ts'

/** Distance of the rotation handle above the device, px. */
export const turnAwayPx = 26

interface MarksInput {
  readonly view: View
  readonly colors: PlanColors
  readonly selected: Iterable<Place>
  readonly hovered: Place | null
  /** The device with the keyboard focus. */
  readonly focused: Place | null
  /** The one device with handles for size and rotation. */
  readonly handled: Place | null
  readonly guides: readonly Guide[]
  /** The selection rectangle, px. */
  readonly band: { readonly x: number; readonly y: number; readonly width: number; readonly height: number } | null
}

/** Draws selection, hover, focus, handles, and the snapping lines. */
export function paintMarks(context: Context, input: MarksInput): void {
  const { view, colors, hovered, focused, handled, band } = input
  const brand = colors.tones.brand
  context.lineJoin = 'round'
  if (hovered) ring(context, hovered, view, 2, 2, colors.text)
  for (const place of input.selected) {
    ring(context, place, view, 2.5, 5, colors.paper)
    ring(context, place, view, 2.5, 3, brand.ink)
  }
  if (focused) {
    ring(context, focused, view, 6, 5, colors.paper)
    ring(context, focused, view, 6, 3, colors.focus)
  }
  if (handled) paintHandles(context, handled, view, colors)
  paintGuides(context, input)
  if (band) {
    context.fillStyle = brand.soft
    context.globalAlpha = 0.4
    context.fillRect(band.x, band.y, band.width, band.height)
    context.globalAlpha = 1
    context.strokeStyle = brand.ink
    context.lineWidth = 1.5
    context.strokeRect(band.x, band.y, band.width, band.height)
  }
}

function ring(context: Context, place: Place, view: View, by: number, width: number, color: string): void {
  outline(context, place, view, by)
  context.strokeStyle = color
  context.lineWidth = width
  context.stroke()
}

function paintHandles(context: Context, place: Place, view: View, colors: PlanColors): void {
  context.fillStyle = colors.paper
  context.strokeStyle = colors.tones.brand.ink
  context.lineWidth = 2
  const upper = toScreen(view, handleAt(place, 'n'))
  const turn = toScreen(view, turnHandleAt(place, turnAwayPx / view.scale))
  context.beginPath()
  context.moveTo(upper.x, upper.y)
  context.lineTo(turn.x, turn.y)
  context.stroke()
  context.beginPath()
  context.arc(turn.x, turn.y, 7, 0, Math.PI * 2)
  context.fill()
  context.stroke()
  for (const handle of handles) {
    const { x, y } = toScreen(view, handleAt(place, handle))
    context.fillRect(x - 5, y - 5, 10, 10)
    context.strokeRect(x - 5, y - 5, 10, 10)
  }
}

function paintGuides(context: Context, { view, colors, guides }: MarksInput): void {
  if (guides.length === 0) return
  context.strokeStyle = colors.tones.error.ink
  context.lineWidth = 1.5
  context.setLineDash([6, 4])
  context.beginPath()
  for (const { axis, at, from, to } of guides) {
    const a = toScreen(view, axis === 'x' ? { x: at, y: from } : { x: from, y: at })
    const b = toScreen(view, axis === 'x' ? { x: at, y: to } : { x: to, y: at })
    context.moveTo(a.x, a.y)
    context.lineTo(b.x, b.y)
  }
  context.stroke()
  context.setLineDash([])
}
