import type { ToneName } from '../../theme/tokens.ts'
import { cornersOf, type Place } from '../geometry/box.ts'
import { toScreen, type View } from '../geometry/view.ts'
import { type Badge, badgesWidth, paintBadges } from './badges.ts'
import type { PlanColors } from './colors.ts'
import type { Face } from './face.ts'
import type { Context, Sprites } from './sprites.ts'

export interface CellsInput {
  readonly view: View
  readonly ids: Iterable<number>
  readonly placeOf: (id: number) => Place | null | undefined
  readonly faceOf: (id: number) => Face
  readonly colors: PlanColors
  readonly sprites: Sprites
  /** Devices outside of a filter are dimmed. */
  readonly faded?: ((id: number) => boolean) | undefined
  /** Badges at its corner. */
  readonly badgesOf?: ((id: number) => readonly Badge[]) | undefined
}

/** Below this size a device is a coloured mark, px; above it has its icon. */
const iconFrom = 13
const marksFrom = 4
const fadedBy = 0.25
/** The drawing order where marks touch. */
const order: readonly ToneName[] = ['neutral', 'info', 'brand', 'success', 'warning', 'error']

const noBadges: readonly Badge[] = []

interface Cell {
  readonly id: number
  readonly place: Place
  readonly face: Face
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Draws devices: marks when small, then icons, then names and words; never by colour alone. */
export function paintCells(context: Context, input: CellsInput): void {
  const { view, placeOf, faceOf, faded } = input
  const small = new Map<ToneName, Cell[]>()
  const large: Cell[] = []
  const back: Cell[] = []
  for (const id of input.ids) {
    const place = placeOf(id)
    if (!place) continue
    const face = faceOf(id)
    const cell: Cell = {
      id,
      place,
      face,
      x: place.xMm * view.scale + view.x,
      y: place.yMm * view.scale + view.y,
      width: place.widthMm * view.scale,
      height: place.heightMm * view.scale,
    }
    if (faded?.(id)) back.push(cell)
    else if (Math.min(cell.width, cell.height) >= iconFrom) large.push(cell)
    else {
      const alike = small.get(face.tone)
      if (alike) alike.push(cell)
      else small.set(face.tone, [cell])
    }
  }
  context.globalAlpha = fadedBy
  for (const cell of back) paintMark(context, cell, input)
  context.globalAlpha = 1
  for (const tone of order) {
    const cells = small.get(tone)
    if (cells) paintMarks(context, cells, tone, input)
  }
  for (const cell of large) paintLarge(context, cell, input)
}

function paintMark(context: Context, cell: Cell, input: CellsInput): void {
  paintMarks(context, [cell], cell.face.tone, input)
}

/** Many small devices of one colour: a full square is free, one with a hole wants a look, one with a stroke is wrong or blocked. */
function paintMarks(context: Context, cells: readonly Cell[], tone: ToneName, { view, colors }: CellsInput): void {
  context.fillStyle = colors.tones[tone].solid
  for (const cell of cells) {
    if (cell.place.rotationDeg === 0) context.fillRect(cell.x, cell.y, atLeast(cell.width), atLeast(cell.height))
    else fillTurned(context, cell, view)
  }
  if (tone === 'success') return
  context.fillStyle = colors.tones[tone].onSolid
  for (const cell of cells) {
    const least = Math.min(cell.width, cell.height)
    if (least < marksFrom) continue
    const [middleX, middleY] = [cell.x + cell.width / 2, cell.y + cell.height / 2]
    if (tone === 'error') context.fillRect(middleX - least * 0.36, middleY - least * 0.1, least * 0.72, least * 0.2)
    else context.fillRect(middleX - least * 0.18, middleY - least * 0.18, least * 0.36, least * 0.36)
  }
}

/** Minimum size of a device: a dot. */
const atLeast = (px: number): number => Math.max(px, 1.5)

function fillTurned(context: Context, { place }: Cell, view: View): void {
  outline(context, place, view)
  context.fill()
}

/** Sets the outline of a position as the context's path, expanded by `by` px. */
export function outline(context: Context, place: Place, view: View, by = 0): void {
  const mm = by / view.scale
  const grown: Place = {
    ...place,
    xMm: place.xMm - mm,
    yMm: place.yMm - mm,
    widthMm: place.widthMm + 2 * mm,
    heightMm: place.heightMm + 2 * mm,
  }
  context.beginPath()
  for (const [at, corner] of cornersOf(grown).entries()) {
    const { x, y } = toScreen(view, corner)
    if (at === 0) context.moveTo(x, y)
    else context.lineTo(x, y)
  }
  context.closePath()
}

const nameFont = (font: string) => `600 13px ${font}`
const wordFont = (font: string) => `500 12px ${font}`

function paintLarge(context: Context, cell: Cell, { view, colors, sprites, badgesOf }: CellsInput): void {
  const { place, face } = cell
  const tone = colors.tones[face.tone]
  context.fillStyle = tone.soft
  context.strokeStyle = tone.solid
  context.lineWidth = 1.25
  if (place.rotationDeg === 0) {
    context.fillRect(cell.x, cell.y, cell.width, cell.height)
    context.strokeRect(cell.x + 0.5, cell.y + 0.5, cell.width - 1, cell.height - 1)
  } else {
    outline(context, place, view)
    context.fill()
    context.stroke()
  }
  const room = levelRoom(cell)
  const [x, y] = [cell.x + cell.width / 2, cell.y + cell.height / 2]
  const badges = badgesOf?.(cell.id) ?? noBadges
  if (room.width >= 96 && room.height >= 36) {
    const free = room.height < 72 ? badgesWidth(badges.length) : 0
    paintRow(context, cell, room, x, y, free, colors, sprites)
  } else if (room.width >= 52 && room.height >= 62) paintStack(context, cell, room, x, y, colors, sprites)
  else {
    const size = Math.min(26, Math.max(11, Math.min(room.width, room.height) * 0.62))
    sprites.icon(context, face.icon, tone.ink, size, x, y)
  }
  if (badges.length > 0) paintBadges(context, badges, room, { x, y }, { colors, sprites })
}

/** Room for horizontal text in a rotated rectangle, px. */
function levelRoom({ place, width, height }: Cell): { width: number; height: number } {
  if (place.rotationDeg % 180 === 0) return { width, height }
  if (place.rotationDeg % 90 === 0) return { width: height, height: width }
  const least = Math.min(width, height)
  return { width: least, height: least * 0.7 }
}

type Room = { readonly width: number; readonly height: number }

/** Icon beside name and word, with `free` px left empty at the end. */
function paintRow(
  context: Context,
  { face }: Cell,
  room: Room,
  x: number,
  y: number,
  free: number,
  colors: PlanColors,
  sprites: Sprites,
) {
  const tone = colors.tones[face.tone]
  const left = x - room.width / 2 + 10
  sprites.icon(context, face.icon, tone.ink, 20, left + 10, y)
  const width = room.width - 46 - free
  text(
    context,
    sprites,
    face.name,
    left + 28,
    y - (face.word ? 8 : 0),
    width,
    nameFont(colors.font),
    colors.text,
    'left',
  )
  text(context, sprites, face.word, left + 28, y + 9, width, wordFont(colors.font), tone.ink, 'left', true)
}

/** Icon above name and word. */
function paintStack(
  context: Context,
  { face }: Cell,
  room: Room,
  x: number,
  y: number,
  colors: PlanColors,
  sprites: Sprites,
) {
  const tone = colors.tones[face.tone]
  sprites.icon(context, face.icon, tone.ink, 20, x, y - 17)
  text(context, sprites, face.name, x, y + 6, room.width - 8, nameFont(colors.font), colors.text, 'center')
  text(context, sprites, face.word, x, y + 22, room.width - 8, wordFont(colors.font), tone.ink, 'center', true)
}

function text(
  context: Context,
  sprites: Sprites,
  words: string,
  x: number,
  y: number,
  width: number,
  font: string,
  color: string,
  align: 'left' | 'center',
  whole = false,
): void {
  if (words === '') return
  context.font = font
  const shown = sprites.fit(context, words, width)
  // A truncated word would mislead; the icon replaces it.
  if (whole && shown !== words) return
  context.fillStyle = color
  context.textAlign = align
  context.textBaseline = 'middle'
  context.fillText(shown, x, y)
}
