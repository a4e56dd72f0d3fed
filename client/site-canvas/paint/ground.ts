import type { Rect } from '../geometry/box.ts'
import { gridStep } from '../geometry/scale.ts'
import { inSight, type Size, toScreen, type View } from '../geometry/view.ts'
import type { PlanColors } from './colors.ts'
import type { Context } from './sprites.ts'

interface GroundInput {
  readonly view: View
  readonly size: Size
  /** The site, mm. */
  readonly site: Rect
  readonly colors: PlanColors
  readonly picture: { readonly image: CanvasImageSource; readonly opacity: number } | null
  readonly grid: boolean
}

/** Draws the ground: the site to scale, its picture and the grid. */
export function paintGround(context: Context, input: GroundInput): void {
  const { view, size, site, colors, picture } = input
  const from = toScreen(view, { x: site.left, y: site.top })
  const to = toScreen(view, { x: site.right, y: site.bottom })
  context.fillStyle = colors.outside
  context.fillRect(0, 0, size.width, size.height)
  context.fillStyle = colors.paper
  context.fillRect(from.x, from.y, to.x - from.x, to.y - from.y)
  if (picture) {
    context.globalAlpha = picture.opacity
    context.drawImage(picture.image, from.x, from.y, to.x - from.x, to.y - from.y)
    context.globalAlpha = 1
  }
  if (input.grid) paintGrid(context, input)
  context.strokeStyle = colors.lineStrong
  context.lineWidth = 1.5
  context.strokeRect(from.x, from.y, to.x - from.x, to.y - from.y)
}

function paintGrid(context: Context, { view, size, site, colors }: GroundInput): void {
  const step = gridStep(view.scale)
  const shown = inSight(view, size)
  const [left, right] = [Math.max(site.left, shown.left), Math.min(site.right, shown.right)]
  const [top, bottom] = [Math.max(site.top, shown.top), Math.min(site.bottom, shown.bottom)]
  if (left >= right || top >= bottom) return
  const a = toScreen(view, { x: left, y: top })
  const b = toScreen(view, { x: right, y: bottom })
  context.beginPath()
  for (let x = Math.ceil(left / step) * step; x <= right; x += step) {
    const at = Math.round(x * view.scale + view.x) + 0.5
    context.moveTo(at, a.y)
    context.lineTo(at, b.y)
  }
  for (let y = Math.ceil(top / step) * step; y <= bottom; y += step) {
    const at = Math.round(y * view.scale + view.y) + 0.5
    context.moveTo(a.x, at)
    context.lineTo(b.x, at)
  }
  context.strokeStyle = colors.line
  context.lineWidth = 1
  context.stroke()
}

/** Width of the rulers, px. */
export const rulerPx = 18

/** Draws a ruler in metres along the upper and left edge, above everything. */
export function paintMetres(
  context: Context,
  { view, size, colors }: Pick<GroundInput, 'view' | 'size' | 'colors'>,
  words: (metres: number) => string,
): void {
  const step = gridStep(view.scale, 76)
  const shown = inSight(view, size)
  context.fillStyle = colors.paper
  context.fillRect(0, 0, size.width, rulerPx)
  context.fillRect(0, 0, rulerPx, size.height)
  context.strokeStyle = colors.line
  context.lineWidth = 1
  context.beginPath()
  context.moveTo(rulerPx, rulerPx + 0.5)
  context.lineTo(size.width, rulerPx + 0.5)
  context.moveTo(rulerPx + 0.5, rulerPx)
  context.lineTo(rulerPx + 0.5, size.height)
  context.stroke()
  context.fillStyle = colors.dim
  context.font = `500 11px ${colors.font}`
  context.textAlign = 'left'
  context.textBaseline = 'middle'
  for (let x = Math.ceil(shown.left / step) * step; x <= shown.right; x += step) {
    const at = x * view.scale + view.x
    if (at < rulerPx) continue
    context.fillRect(at, rulerPx - 5, 1, 5)
    context.fillText(words(Math.round(x) / 1_000 + 0), at + 3, rulerPx / 2)
  }
  for (let y = Math.ceil(shown.top / step) * step; y <= shown.bottom; y += step) {
    const at = y * view.scale + view.y
    if (at < rulerPx) continue
    context.fillRect(rulerPx - 5, at, 5, 1)
    context.save()
    context.translate(rulerPx / 2, at + 3)
    context.rotate(Math.PI / 2)
    context.fillText(words(Math.round(y) / 1_000 + 0), 0, 0)
    context.restore()
  }
}
