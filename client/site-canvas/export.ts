import type { ToneName } from '../theme/tokens.ts'
import type { IconName } from '../ui/icons.tsx'
import { around, boundsOf, type Rect } from './geometry/box.ts'
import { indexOf } from './geometry/grid-index.ts'
import { fitted } from './geometry/view.ts'
import { paintCells } from './paint/cells.ts'
import type { PlanColors } from './paint/colors.ts'
import type { Face } from './paint/face.ts'
import { paintGround, paintMetres } from './paint/ground.ts'
import { createSprites } from './paint/sprites.ts'
import type { Places } from './scene.ts'

interface ExportInput {
  readonly title: string
  /** Below the title: the moment shown. */
  readonly note: string
  readonly legend: readonly { readonly icon: IconName; readonly tone: ToneName; readonly text: string }[]
  readonly places: Places
  readonly site: Rect
  readonly background: { readonly url: string } | null
  readonly faceOf: (id: number) => Face
  readonly colors: PlanColors
  readonly metres: (metres: number) => string
}

/** Twice the resolution of a screen, within what every browser can draw. */
const ratio = 2
const widthPx = { least: 1_200, most: 3_600 }
const headPx = 84
const legendLinePx = 34
const marginPx = 24

/** Returns the whole plan as a PNG with title, moment and legend; null if the browser cannot create it. */
export async function exportPicture(input: ExportInput): Promise<Blob | null> {
  const { colors, places, site } = input
  const bounds: Rect[] = [site]
  for (const place of places.values()) if (place !== null) bounds.push(boundsOf(place))
  const all = around(bounds) ?? site
  const [planWidth, planHeight] = [all.right - all.left, all.bottom - all.top]
  // Large enough to read names (48 px per metre), within what can be drawn.
  const width = Math.round(Math.min(widthPx.most, Math.max(widthPx.least, (planWidth / 1_000) * 48)))
  const height = Math.round(Math.min(widthPx.most, Math.max(400, (width * planHeight) / Math.max(1, planWidth))))
  const canvas = document.createElement('canvas')
  const probe = canvas.getContext('2d')
  if (probe === null) return null
  const lines = legendLines(probe, input, width - 2 * marginPx)
  canvas.width = width * ratio
  canvas.height = (headPx + height + lines.length * legendLinePx + 2 * marginPx) * ratio
  const context = canvas.getContext('2d')
  if (context === null) return null
  const image = input.background === null ? null : await loaded(input.background.url)
  context.scale(ratio, ratio)
  context.fillStyle = colors.paper
  context.fillRect(0, 0, width, canvas.height / ratio)
  words(context, input.title, marginPx, 34, `650 26px ${colors.font}`, colors.text)
  words(context, input.note, marginPx, 62, `500 15px ${colors.font}`, colors.dim)
  const sprites = createSprites(() => ratio)
  context.save()
  context.translate(0, headPx)
  context.beginPath()
  context.rect(0, 0, width, height)
  context.clip()
  const view = fitted(all, { width, height }, 28)
  const picture = image === null ? null : { image, opacity: 0.6 }
  const size = { width, height }
  paintGround(context, { view, size, site, colors, picture, grid: true })
  const index = indexOf([...places].flatMap(([id, place]) => (place === null ? [] : [[id, place] as const])))
  paintCells(context, {
    view,
    ids: index.in(all),
    placeOf: (id) => places.get(id),
    faceOf: input.faceOf,
    colors,
    sprites,
  })
  paintMetres(context, { view, size, colors }, input.metres)
  context.restore()
  for (const [at, line] of lines.entries()) {
    const y = headPx + height + marginPx + at * legendLinePx + legendLinePx / 2
    for (const { x, icon, tone, text } of line) {
      sprites.icon(context, icon, colors.tones[tone].ink, 20, x + 10, y)
      words(context, text, x + 28, y, legendFont(colors), colors.text)
    }
  }
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}

const legendFont = (colors: PlanColors) => `500 15px ${colors.font}`

type Entry = ExportInput['legend'][number] & { readonly x: number }

function legendLines(context: CanvasRenderingContext2D, { legend, colors }: ExportInput, width: number): Entry[][] {
  context.font = legendFont(colors)
  const lines: Entry[][] = []
  let x = width
  for (const entry of legend) {
    const needs = context.measureText(entry.text).width + 28 + 28
    if (x + needs > width) {
      lines.push([])
      x = 0
    }
    lines.at(-1)?.push({ ...entry, x: x + marginPx })
    x += needs
  }
  return lines
}

function words(
  context: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  font: string,
  color: string,
): void {
  context.font = font
  context.fillStyle = color
  context.textAlign = 'left'
  context.textBaseline = 'middle'
  context.fillText(text, x, y)
}

/** A missing picture is left out: the devices matter more. */
function loaded(url: string): Promise<HTMLImageElement | null> {
  return new Promise((resolve) => {
    const image = new Image()
    image.onload = () => resolve(image)
    image.onerror = () => resolve(null)
    image.src = url
  })
}

/** 'Bahnhof-Nord_2026-11-21.png': the site's name in characters allowed in file names, and its local date. */
export function exportName(site: string, at: number | string, timeZone: string): string {
  const name = site
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  const day = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return `${name || 'plan'}_${day.format(new Date(at))}.png`
}
