/** Colour arithmetic for the token sets: OKLCH in, sRGB hex out, WCAG contrast. Pure. */

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))

function linearFromOklch(lightness: number, chroma: number, hue: number): [number, number, number] {
  const angle = (hue * Math.PI) / 180
  const a = chroma * Math.cos(angle)
  const b = chroma * Math.sin(angle)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

const inGamut = (rgb: readonly number[]) => rgb.every((channel) => channel >= -0.0005 && channel <= 1.0005)
const gamma = (channel: number) => (channel <= 0.0031308 ? 12.92 * channel : 1.055 * channel ** (1 / 2.4) - 0.055)

/** OKLCH (lightness 0–1, chroma, hue in degrees) as '#rrggbb'. A colour outside sRGB loses chroma, never lightness or hue. */
export function oklch(lightness: number, chroma: number, hue: number): string {
  let fitting = chroma
  let rgb = linearFromOklch(lightness, fitting, hue)
  while (!inGamut(rgb) && fitting > 0) {
    fitting = Math.max(0, fitting - 0.004)
    rgb = linearFromOklch(lightness, fitting, hue)
  }
  const hex = rgb.map((channel) =>
    Math.round(clamp(gamma(clamp(channel, 0, 1)), 0, 1) * 255)
      .toString(16)
      .padStart(2, '0'),
  )
  return `#${hex.join('')}`
}

/** WCAG 2.2 relative luminance of '#rrggbb', 0 (black) to 1 (white). */
export function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** WCAG 2.2 contrast ratio of two '#rrggbb' colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [high, low] = [luminance(one), luminance(other)].sort((x, y) => y - x)
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05)
}

/**
 * Returns the colour of this hue nearest to `from` lightness that reaches `ratio` against every ground: the search
 * moves away from the grounds (darker on light ones, lighter on dark ones) and reduces chroma at the ends where
 * necessary.
 */
export function readable(grounds: readonly string[], ratio: number, from: number, chroma: number, hue: number): string {
  const step = luminance(grounds[0] ?? '#ffffff') > 0.18 ? -0.005 : 0.005
  for (let lightness = from; lightness >= 0 && lightness <= 1; lightness += step) {
    const candidate = oklch(lightness, chroma, hue)
    if (grounds.every((ground) => contrast(candidate, ground) >= ratio)) return candidate
  }
  return step < 0 ? '#000000' : '#ffffff'
}
