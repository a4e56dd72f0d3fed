import type { Place } from '../geometry/box.ts'
import type { View } from '../geometry/view.ts'
import { outline } from './cells.ts'
import type { PlanColors } from './colors.ts'
import type { Context, Sprites } from './sprites.ts'

interface MotionInput {
  readonly view: View
  readonly colors: PlanColors
  readonly sprites: Sprites
  readonly places: Iterable<Place>
  /** Time of the frame, ms. */
  readonly now: number
  /** Reduced motion: the ring stands still and an hourglass replaces the movement. */
  readonly still: boolean
}

/** Draws a dashed ring around every device with a command on its way. */
export function paintMotion(context: Context, { view, colors, sprites, places, now, still }: MotionInput): void {
  const tone = colors.tones.info
  for (const place of places) {
    outline(context, place, view, 4)
    context.strokeStyle = colors.paper
    context.lineWidth = 6
    context.setLineDash([])
    context.stroke()
    context.strokeStyle = tone.ink
    context.lineWidth = 3.5
    context.setLineDash([9, 6])
    context.lineDashOffset = still ? 0 : -(now / 40) % 15
    context.stroke()
    context.setLineDash([])
    const x = (place.xMm + place.widthMm / 2) * view.scale + view.x
    const y = (place.yMm + place.heightMm / 2) * view.scale + view.y
    const reach = (Math.min(place.widthMm, place.heightMm) * view.scale) / 2
    if (reach < 12) continue
    // A separate sign in the upper right corner: movement alone is invisible to some.
    const corner = { x: x + reach - 2, y: y - reach + 2 }
    context.beginPath()
    context.arc(corner.x, corner.y, 10, 0, Math.PI * 2)
    context.fillStyle = tone.solid
    context.fill()
    sprites.icon(context, 'wait', tone.onSolid, 13, corner.x, corner.y)
  }
}
