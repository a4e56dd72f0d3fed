import { contrast, oklch, readable } from './color.ts'

/**
 * The definition of a theme: a few seeds. Every colour on screen is derived from them here, so that each theme is
 * readable by construction; contrast.test.ts measures all of them again with independent pairs.
 */
export interface ThemeSeed {
  readonly name: string
  /** Product name under this theme: header, login, browser tab. */
  readonly product: string
  readonly brand: { readonly hue: number; readonly chroma: number; readonly light: number; readonly dark: number }
  /** Tint of all neutral surfaces. */
  readonly neutral: { readonly hue: number; readonly chroma: number }
  /** Second colour of the login drawing. */
  readonly accentHue: number
  readonly fonts: {
    readonly body: string
    readonly heading: string
    readonly headingWeight: number
    readonly headingSpacing: string
  }
  readonly radius: string
  /** Navigation on a quiet surface or on a deep one of the brand's hue. */
  readonly rail: 'quiet' | 'deep'
  readonly backdrop: BackdropName
}

export const backdropNames = [
  'soundings',
  'spokes',
  'colonnade',
  'waterlines',
  'stacks',
  'shelving',
  'circuit',
  'ridges',
  'facets',
] as const
export type BackdropName = (typeof backdropNames)[number]

export const tones = ['brand', 'success', 'warning', 'error', 'info', 'neutral'] as const
export type ToneName = (typeof tones)[number]

/**
 * Colours of one meaning: `ink` on surfaces and on `soft`, `soft` ground, `solid` ground with `onSolid` on it, `edge` =
 * outline of soft grounds.
 */
export interface Tone {
  readonly ink: string
  readonly soft: string
  readonly softHover: string
  readonly solid: string
  readonly solidHover: string
  readonly onSolid: string
  readonly edge: string
}

export interface Palette {
  readonly canvas: string
  readonly surface: string
  readonly raised: string
  readonly inset: string
  readonly hover: string
  readonly line: string
  /** Border of fields and switches: at least 3:1 on every ground. */
  readonly lineStrong: string
  readonly text: string
  readonly dim: string
  readonly disabledGround: string
  readonly disabledText: string
  readonly focus: string
  readonly rail: {
    readonly ground: string
    readonly text: string
    readonly dim: string
    readonly active: string
    readonly activeText: string
    readonly hover: string
    readonly line: string
  }
  readonly backdrop: {
    readonly ground: string
    readonly low: string
    readonly mid: string
    readonly high: string
    readonly accent: string
    readonly text: string
  }
  readonly tones: Readonly<Record<ToneName, Tone>>
}

const statusHues = {
  success: { hue: 155, chroma: 0.13 },
  warning: { hue: 68, chroma: 0.13 },
  error: { hue: 25, chroma: 0.17 },
  info: { hue: 240, chroma: 0.12 },
} as const

const blackOrWhite = (ground: string, ink: string) => (contrast('#ffffff', ground) >= 4.5 ? '#ffffff' : ink)

/** Returns the palette of a theme for one colour scheme. Pure; takes about half a millisecond. */
export function palette(seed: ThemeSeed, scheme: 'light' | 'dark'): Palette {
  const light = scheme === 'light'
  const { hue, chroma } = seed.neutral
  const tint = (lightness: number, factor = 1) => oklch(lightness, chroma * factor, hue)
  const canvas = light ? tint(0.968, 0.7) : tint(0.185, 1.1)
  const surface = light ? tint(0.996, 0.2) : tint(0.222, 1.1)
  const raised = light ? '#ffffff' : tint(0.255, 1.1)
  const inset = light ? tint(0.945, 0.9) : tint(0.162, 1.1)
  const hover = light ? tint(0.935, 1) : tint(0.285, 1.2)
  const grounds = light ? [hover, inset, canvas, surface] : [hover, raised, surface, canvas]

  const tone = (toneHue: number, toneChroma: number, solidFrom: number): Tone => {
    const soft = light ? oklch(0.945, toneChroma * 0.28, toneHue) : oklch(0.295, toneChroma * 0.42, toneHue)
    const softHover = light ? oklch(0.915, toneChroma * 0.38, toneHue) : oklch(0.34, toneChroma * 0.5, toneHue)
    const solid = readable([surface, canvas], 3, solidFrom, toneChroma, toneHue)
    const onSolid = blackOrWhite(solid, oklch(0.18, 0.02, toneHue))
    // On hover a light solid with dark text gets lighter, a dark one with white text darker, so that the text stays
    // readable.
    const solidHover =
      onSolid === '#ffffff'
        ? readable([onSolid], 5.6, solidFrom, toneChroma, toneHue)
        : oklch(solidFrom + 0.05, toneChroma, toneHue)
    return {
      ink: readable(
        [softHover, soft, ...grounds],
        4.6,
        light ? 0.52 : 0.76,
        light ? toneChroma : toneChroma * 0.8,
        toneHue,
      ),
      soft,
      softHover,
      solid,
      solidHover,
      onSolid,
      edge: light ? oklch(0.85, toneChroma * 0.5, toneHue) : oklch(0.42, toneChroma * 0.6, toneHue),
    }
  }

  const brand = tone(seed.brand.hue, seed.brand.chroma, light ? seed.brand.light : seed.brand.dark)
  const deep = seed.rail === 'deep'
  const railGround = deep
    ? oklch(light ? 0.265 : 0.165, Math.min(0.05, seed.brand.chroma * 0.45), seed.brand.hue)
    : surface
  const railActive = deep
    ? oklch(light ? 0.36 : 0.28, Math.min(0.08, seed.brand.chroma * 0.6), seed.brand.hue)
    : brand.soft
  const backdropGround = oklch(light ? 0.31 : 0.17, Math.min(0.07, seed.brand.chroma * 0.55), seed.brand.hue)
  return {
    canvas,
    surface,
    raised,
    inset,
    hover,
    line: light ? tint(0.895, 1.1) : tint(0.325, 1.2),
    lineStrong: readable(grounds, 3.05, light ? 0.66 : 0.5, chroma * 1.5, hue),
    text: readable(grounds, 11, light ? 0.26 : 0.93, chroma * 1.4, hue),
    dim: readable([...grounds, ...(light ? [brand.soft] : [brand.soft])], 4.7, light ? 0.5 : 0.72, chroma * 1.5, hue),
    disabledGround: light ? tint(0.925, 1) : tint(0.29, 1.1),
    disabledText: light ? tint(0.58, 1.4) : tint(0.6, 1.2),
    focus: readable(
      [...grounds, brand.soft],
      3.2,
      light ? 0.58 : 0.74,
      Math.max(0.11, seed.brand.chroma),
      seed.brand.hue,
    ),
    rail: {
      ground: railGround,
      text: deep
        ? readable([railGround, railActive], 7, 0.9, 0.015, seed.brand.hue)
        : readable(grounds, 7, light ? 0.35 : 0.86, chroma * 1.4, hue),
      dim: deep
        ? readable([railGround, railActive], 4.7, 0.7, 0.025, seed.brand.hue)
        : readable(grounds, 4.7, light ? 0.5 : 0.72, chroma * 1.5, hue),
      active: railActive,
      activeText: deep ? '#ffffff' : brand.ink,
      hover: deep ? oklch(light ? 0.315 : 0.225, Math.min(0.06, seed.brand.chroma * 0.5), seed.brand.hue) : hover,
      line: deep
        ? oklch(light ? 0.38 : 0.29, Math.min(0.05, seed.brand.chroma * 0.4), seed.brand.hue)
        : light
          ? tint(0.895, 1.1)
          : tint(0.325, 1.2),
    },
    backdrop: {
      ground: backdropGround,
      low: oklch(light ? 0.37 : 0.215, Math.min(0.09, seed.brand.chroma * 0.65), seed.brand.hue),
      mid: oklch(light ? 0.45 : 0.28, Math.min(0.11, seed.brand.chroma * 0.8), seed.brand.hue),
      high: oklch(light ? 0.62 : 0.42, Math.min(0.13, seed.brand.chroma), seed.brand.hue),
      accent: oklch(light ? 0.8 : 0.7, 0.13, seed.accentHue),
      text: readable(
        [backdropGround, oklch(light ? 0.37 : 0.215, Math.min(0.09, seed.brand.chroma * 0.65), seed.brand.hue)],
        7,
        0.96,
        0.01,
        seed.brand.hue,
      ),
    },
    tones: {
      brand,
      success: tone(statusHues.success.hue, statusHues.success.chroma, light ? 0.55 : 0.66),
      warning: tone(statusHues.warning.hue, statusHues.warning.chroma, light ? 0.53 : 0.74),
      error: tone(statusHues.error.hue, statusHues.error.chroma, light ? 0.54 : 0.66),
      info: tone(statusHues.info.hue, statusHues.info.chroma, light ? 0.54 : 0.68),
      neutral: tone(hue, Math.max(0.012, chroma * 1.6), light ? 0.48 : 0.62),
    },
  }
}
