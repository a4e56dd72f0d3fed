import type { ToneName } from '../../theme/tokens.ts'

/** The colours of a plan, from the theme's variables computed for an element: the canvas has no style sheets. */
export interface PlanColors {
  readonly outside: string
  readonly paper: string
  readonly line: string
  readonly lineStrong: string
  readonly text: string
  readonly dim: string
  readonly focus: string
  readonly font: string
  readonly tones: Readonly<Record<ToneName, ToneColors>>
}
interface ToneColors {
  readonly ink: string
  readonly soft: string
  readonly solid: string
  readonly onSolid: string
  readonly edge: string
}

export function readColors(element: Element): PlanColors {
  const style = getComputedStyle(element)
  const read = (name: string) => style.getPropertyValue(`--hf-${name}`).trim()
  const tone = (name: ToneName): ToneColors => ({
    ink: read(`${name}-ink`),
    soft: read(`${name}-soft`),
    solid: read(`${name}-solid`),
    onSolid: read(`${name}-on-solid`),
    edge: read(`${name}-edge`),
  })
  return {
    outside: read('inset'),
    paper: read('surface'),
    line: read('line'),
    lineStrong: read('line-strong'),
    text: read('text'),
    dim: read('dim'),
    focus: read('focus'),
    font: style.fontFamily,
    tones: {
      brand: tone('brand'),
      success: tone('success'),
      warning: tone('warning'),
      error: tone('error'),
      info: tone('info'),
      neutral: tone('neutral'),
    },
  }
}
