import { type IconName, iconLine } from '../../ui/icons.tsx'

export type Context = CanvasRenderingContext2D

/** Icons as bitmaps, drawn once per colour and size; and texts cut to a width, measured once. */
export interface Sprites {
  /** Draws an icon centred at a point, `size` in px. */
  icon(context: Context, name: IconName, color: string, size: number, x: number, y: number): void
  /** A name cut to a width: its end, which distinguishes devices; empty if not even two letters fit. */
  fit(context: Context, text: string, width: number): string
  /** Clears the cache: other fonts, another screen. */
  clear(): void
}

/** Bounded, so that long zooming does not fill the memory. */
const maxPictures = 500
const maxTexts = 20_000

export function createSprites(ratio: () => number): Sprites {
  const pictures = new Map<string, HTMLCanvasElement>()
  const texts = new Map<string, string>()
  const lines = new Map<IconName, Path2D>()

  const draw = (name: IconName, color: string, px: number): HTMLCanvasElement => {
    const picture = document.createElement('canvas')
    picture.width = px
    picture.height = px
    const context = picture.getContext('2d')
    if (context === null) return picture
    let line = lines.get(name)
    if (line === undefined) lines.set(name, (line = new Path2D(iconLine(name))))
    context.scale(px / 24, px / 24)
    context.strokeStyle = color
    context.lineWidth = 2
    context.lineCap = 'round'
    context.lineJoin = 'round'
    context.stroke(line)
    return picture
  }

  return {
    icon(context, name, color, size, x, y) {
      const px = Math.max(2, Math.round((size * ratio()) / 2) * 2)
      const key = `${name} ${color} ${px}`
      let picture = pictures.get(key)
      if (picture === undefined) {
        if (pictures.size >= maxPictures) pictures.clear()
        pictures.set(key, (picture = draw(name, color, px)))
      }
      context.drawImage(picture, x - size / 2, y - size / 2, size, size)
    },
    fit(context, text, width) {
      // In steps of 8 px, so that zooming does not measure everything in every frame.
      const room = Math.floor(width / 8) * 8
      const key = `${context.font} ${room} ${text}`
      const known = texts.get(key)
      if (known !== undefined) return known
      if (texts.size >= maxTexts) texts.clear()
      const cut = cutTo(text, (part) => context.measureText(part).width <= room)
      texts.set(key, cut)
      return cut
    },
    clear() {
      pictures.clear()
      texts.clear()
    },
  }
}

/** The longest end of a name that fits, with an ellipsis before it: devices of a row differ in their numbers. */
export function cutTo(text: string, fits: (part: string) => boolean): string {
  if (fits(text)) return text
  const letters = [...text]
  let [low, high] = [0, letters.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(`…${letters.slice(-middle).join('').trimStart()}`)) low = middle
    else high = middle - 1
  }
  return low < 2 ? '' : `…${letters.slice(-low).join('').trimStart()}`
}
