import type { DeviceView } from '../../contract/devices.ts'
import type { ShownState } from '../../machines/device.ts'
import { onFrame } from '../link/frame.ts'
import type { LiveView } from '../link/view.ts'
import { around, boundsOf, grown, type Place, type Rect } from './geometry/box.ts'
import { type GridIndex, indexOf } from './geometry/grid-index.ts'
import { firstOf } from './geometry/neighbours.ts'
import type { Guide } from './geometry/snap.ts'
import { fitted, inSight, kept, limitsOf, type Size, type View, zoomed } from './geometry/view.ts'
import type { Badge } from './paint/badges.ts'
import { paintCells } from './paint/cells.ts'
import type { PlanColors } from './paint/colors.ts'
import { type Face, faceOf } from './paint/face.ts'
import { paintGround, paintMetres, rulerPx } from './paint/ground.ts'
import { paintMarks } from './paint/marks.ts'
import { paintMotion } from './paint/motion.ts'
import { type Context, createSprites } from './paint/sprites.ts'

/** The ground, the devices, the marks, and what moves: each layer is painted only for its own reasons. */
export const layerNames = ['ground', 'cells', 'marks', 'motion'] as const
export type LayerName = (typeof layerNames)[number]

/** The part of a Konva layer that the scene needs. */
export interface PaintedLayer {
  draw(): unknown
  getNativeCanvasElement(): HTMLCanvasElement
  getCanvas(): { getPixelRatio(): number }
}

export type Places = ReadonlyMap<number, Place | null>
export interface Look {
  readonly colors: PlanColors
  readonly words: (state: ShownState) => string
  readonly metres: ((metres: number) => string) | null
  readonly grid: boolean
  /** Reduced motion. */
  readonly still: boolean
}
export interface Marks {
  readonly selected: ReadonlySet<number>
  readonly hovered: number | null
  readonly focused: number | null
  /** The device with handles for size and rotation. */
  readonly handled: number | null
  readonly guides: readonly Guide[]
  readonly band: { readonly x: number; readonly y: number; readonly width: number; readonly height: number } | null
}
const noMarks: Marks = { selected: new Set(), hovered: null, focused: null, handled: null, guides: [], band: null }
const nowhere: View = { scale: 0.01, x: 0, y: 0 }
const paddingPx = 24
/** Room at the right edge for the buttons above the plan, px. */
const buttonsPx = 60
/** If more than this share of the visible devices changed, everything is drawn again. */
const partlyUpTo = 0.2

export type Scene = ReturnType<typeof createScene>

/**
 * The drawing of a plan on four layers. Changed devices are reported to `changed` and painted together in the next frame, only where
 * they are; a new view paints what is visible. Independent of React: it is told everything.
 */
export function createScene(source: Pick<LiveView, 'row'>) {
  const layers = new Map<LayerName, PaintedLayer>()
  const dirty = new Set<LayerName>()
  const touched = new Set<number>()
  const faces = new Map<number, { device: DeviceView | null; face: Face }>()
  const moving = new Set<number>()
  const viewListeners = new Set<() => void>()
  const sprites = createSprites(() => layers.get('cells')?.getCanvas().getPixelRatio() ?? 1)
  let places: Places = new Map()
  let names: ReadonlyMap<number, string> = new Map()
  let lifted: ReadonlyMap<number, Place> = new Map()
  let index: GridIndex = indexOf([])
  let site: Rect = { left: 0, top: 0, right: 1, bottom: 1 }
  let look: Look | null = null
  let marks = noMarks
  let picture: { image: CanvasImageSource; opacity: number } | null = null
  let faded: ((id: number) => boolean) | undefined
  let badgesOf: ((id: number) => readonly Badge[]) | undefined
  let size: Size = { width: 0, height: 0 }
  let view = nowhere
  let whole = nowhere
  /** The person moved it: it is no longer fitted automatically. */
  let own = false
  /** The view in which the devices were last painted; a shifted image is moved, not painted again. */
  let painted: View | null = null

  const frame = onFrame(flush)
  const need = (...names: readonly LayerName[]) => {
    for (const name of names) dirty.add(name)
    frame.schedule()
  }
  const all = (): Rect => around(index.all === null ? [site] : [site, index.all]) ?? site
  const placeNow = (id: number): Place | null => lifted.get(id) ?? places.get(id) ?? null

  function face(id: number): Face {
    const device = source.row('device', id)?.view ?? null
    const known = faces.get(id)
    if (known && known.device === device) return known.face
    const made = faceOf(device, names.get(id) ?? '', look?.words ?? (() => ''))
    faces.set(id, { device, face: made })
    if (made.moving && places.get(id)) moving.add(id)
    else moving.delete(id)
    return made
  }

  function paint(name: LayerName, context: Context): void {
    if (look === null || size.width === 0) return
    const { colors } = look
    if (name === 'ground') return paintGround(context, { view, size, site, colors, picture, grid: look.grid })
    if (name === 'cells') {
      painted = view
      return paintThese(context, index.in(inSight(view, size)))
    }
    if (name === 'marks') {
      const { hovered, focused, handled, guides, band } = marks
      paintMarks(context, {
        view,
        colors,
        guides,
        band,
        selected: inView(marks.selected),
        hovered: hovered === null ? null : placeNow(hovered),
        focused: focused === null ? null : placeNow(focused),
        handled: handled === null ? null : placeNow(handled),
      })
      if (look.metres) paintMetres(context, { view, size, colors }, look.metres)
      return
    }
    const inMotion = inView(moving)
    paintMotion(context, { view, colors, sprites, places: inMotion, now: performance.now(), still: look.still })
    if (inMotion.length > 0 && !look.still) need('motion')
  }

  function paintThese(context: Context, ids: readonly number[]): void {
    if (look === null) return
    const placeOf = (id: number) => (lifted.has(id) ? null : places.get(id))
    paintCells(context, { view, ids, placeOf, faceOf: face, colors: look.colors, sprites, faded, badgesOf })
    if (lifted.size === 0) return
    context.globalAlpha = 0.85
    paintCells(context, { view, ids: lifted.keys(), placeOf: placeNow, faceOf: face, colors: look.colors, sprites })
    context.globalAlpha = 1
  }

  function inView(ids: Iterable<number>): Place[] {
    const shown = grown(inSight(view, size), 20 / view.scale)
    const found: Place[] = []
    for (const id of ids) {
      const place = placeNow(id)
      if (place === null) continue
      const bounds = boundsOf(place)
      if (
        bounds.left <= shown.right &&
        bounds.right >= shown.left &&
        bounds.top <= shown.bottom &&
        bounds.bottom >= shown.top
      )
        found.push(place)
    }
    return found
  }

  /** Shifts the image by whole pixels and paints only newly visible parts; false = everything must be painted. */
  function moved(layer: PaintedLayer): boolean {
    const canvas = layer.getNativeCanvasElement()
    const context = canvas.getContext('2d')
    if (context === null || painted === null || painted.scale !== view.scale) return false
    const ratio = layer.getCanvas().getPixelRatio()
    const [dx, dy] = [view.x - painted.x, view.y - painted.y]
    const [pixelsX, pixelsY] = [Math.round(dx * ratio), Math.round(dy * ratio)]
    const whole = Math.abs(pixelsX - dx * ratio) < 1e-3 && Math.abs(pixelsY - dy * ratio) < 1e-3
    if (!whole || Math.abs(dx) > size.width / 2 || Math.abs(dy) > size.height / 2) return false
    context.save()
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.globalCompositeOperation = 'copy'
    context.drawImage(canvas, pixelsX, pixelsY)
    context.restore()
    painted = view
    const edge = 2
    if (dx !== 0) repaintRect(context, ratio, dx > 0 ? 0 : size.width + dx - edge, 0, Math.abs(dx) + edge, size.height)
    if (dy !== 0) repaintRect(context, ratio, 0, dy > 0 ? 0 : size.height + dy - edge, size.width, Math.abs(dy) + edge)
    return true
  }

  /** Clears a part of the window and paints its content, px. */
  function repaintRect(
    context: Context,
    ratio: number,
    left: number,
    top: number,
    width: number,
    height: number,
  ): void {
    context.save()
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    context.beginPath()
    context.rect(left, top, width, height)
    context.clip()
    context.clearRect(left, top, width, height)
    const near = {
      left: (left - view.x) / view.scale,
      top: (top - view.y) / view.scale,
      right: (left + width - view.x) / view.scale,
      bottom: (top + height - view.y) / view.scale,
    }
    // A little more: a dot is painted larger than the device is.
    paintThese(context, index.in(grown(near, 2 / view.scale)))
    context.restore()
  }

  /** Repaints single devices and those they overlap, and nothing else. */
  function repaint(layer: PaintedLayer, ids: Iterable<number>): void {
    const context = layer.getNativeCanvasElement().getContext('2d')
    if (context === null) return
    const ratio = layer.getCanvas().getPixelRatio()
    const shown = inSight(view, size)
    for (const id of ids) {
      const bounds = index.boundsOf(id)
      if (!bounds || bounds.left > shown.right || bounds.right < shown.left) continue
      if (bounds.top > shown.bottom || bounds.bottom < shown.top) continue
      // Whole pixels of the screen, otherwise the borders of the cleared part would show.
      const left = Math.floor((bounds.left * view.scale + view.x - 2) * ratio) / ratio
      const top = Math.floor((bounds.top * view.scale + view.y - 2) * ratio) / ratio
      const width = Math.ceil(((bounds.right - bounds.left) * view.scale + 4) * ratio) / ratio
      const height = Math.ceil(((bounds.bottom - bounds.top) * view.scale + 4) * ratio) / ratio
      repaintRect(context, ratio, left, top, width, height)
    }
  }

  function flush(): void {
    frame.cancel()
    if (size.width === 0 || look === null) return
    const cells = layers.get('cells')
    const partly = !dirty.has('cells') && touched.size <= Math.max(20, index.size * partlyUpTo)
    const changes = [...touched]
    const names = [...dirty]
    touched.clear()
    dirty.clear()
    if (cells && !names.includes('cells')) {
      const stands = painted !== null && painted.scale === view.scale && painted.x === view.x && painted.y === view.y
      if (!partly || !(stands || moved(cells))) cells.draw()
      else if (changes.length > 0) repaint(cells, changes)
    }
    for (const name of names) layers.get(name)?.draw()
  }

  function setView(next: View, byPerson = true): void {
    view = onPixels(kept(next, all(), size))
    own = own || byPerson
    need('ground', 'marks', 'motion')
    for (const listener of viewListeners) listener()
  }
  /** The area without rulers and buttons. */
  function fitAll(): View {
    const room = { width: size.width - rulerPx - buttonsPx, height: size.height - rulerPx }
    const { scale, x, y } = fitted(all(), room, paddingPx)
    return { scale, x: x + rulerPx, y: y + rulerPx }
  }
  /** Whole pixels of the screen, so that the image can be shifted exactly. */
  function onPixels({ scale, x, y }: View): View {
    const ratio = layers.get('cells')?.getCanvas().getPixelRatio() ?? 1
    return { scale, x: Math.round(x * ratio) / ratio, y: Math.round(y * ratio) / ratio }
  }
  function fit(): void {
    if (size.width === 0) return
    whole = fitAll()
    own = false
    setView(whole, false)
  }
  function content(): void {
    index = indexOf(
      (function* placed() {
        for (const [id, place] of places) if (place !== null) yield [id, place] as const
      })(),
    )
    moving.clear()
    faces.clear()
    painted = null
    for (const [id, place] of places) if (place !== null) face(id)
    whole = size.width === 0 ? whole : fitAll()
    if (own) need(...layerNames)
    else fit()
  }

  return {
    view: () => view,
    size: () => size,
    site: () => site,
    all,
    index: () => index,
    marks: () => marks,
    colors: () => look?.colors ?? null,
    placeOf: placeNow,
    faceOf: face,
    /** Where the keyboard starts: visible devices first. */
    first(): number | null {
      const standing = new Map<number, Place>()
      const visible = index.in(inSight(view, size))
      for (const id of visible.length > 0 ? visible : places.keys()) {
        const place = places.get(id)
        if (place) standing.set(id, place)
      }
      return firstOf(standing)
    },
    onView: (listener: () => void) => {
      viewListeners.add(listener)
      return () => viewListeners.delete(listener)
    },
    attach(name: LayerName, layer: PaintedLayer | null) {
      if (layer === null) layers.delete(name)
      else layers.set(name, layer)
      need(name)
    },
    paint,
    flush,
    setView,
    fit,
    zoom(factor: number, at = { x: size.width / 2, y: size.height / 2 }) {
      setView(zoomed(view, factor, at, limitsOf(whole)))
    },
    setSize(next: Size) {
      if (next.width === size.width && next.height === size.height) return
      const middle = { x: (next.width - size.width) / 2, y: (next.height - size.height) / 2 }
      size = next
      whole = fitAll()
      if (own) setView({ ...view, x: view.x + middle.x, y: view.y + middle.y })
      else fit()
    },
    /** The positions. `site` is the ground to draw, mm. */
    setPlaces(next: Places, nextNames: ReadonlyMap<number, string>, nextSite: Rect) {
      places = next
      names = nextNames
      site = nextSite
      content()
    },
    setLook(next: Look) {
      look = next
      sprites.clear()
      faces.clear()
      need(...layerNames)
    },
    setPicture(next: typeof picture) {
      picture = next
      need('ground')
    },
    setFaded(next: typeof faded) {
      faded = next
      need('cells')
    },
    setBadges(next: typeof badgesOf) {
      badgesOf = next
      need('cells')
    },
    setMarks(next: Partial<Marks>) {
      marks = { ...marks, ...next }
      need('marks')
    },
    /** Devices being moved: drawn at these positions until dropped. */
    lift(next: ReadonlyMap<number, Place>) {
      lifted = next
      need('cells', 'marks', 'motion')
    },
    /** Devices whose rows changed. */
    changed(ids: Iterable<number>) {
      const before = moving.size
      for (const id of ids) {
        if (!places.get(id)) continue
        const wasMoving = moving.has(id)
        face(id)
        touched.add(id)
        if (wasMoving || moving.has(id)) dirty.add('motion')
      }
      if (touched.size > 0 || before !== moving.size) frame.schedule()
    },
    end: () => frame.cancel(),
  }
}
