import { describe, expect, it } from 'vitest'
import { themeNames } from '../../contract/themes.ts'
import { contrast, luminance, oklch } from './color.ts'
import { themeOf, themes } from './themes.ts'
import { backdropNames, palette, tones } from './tokens.ts'

describe('colour arithmetic', () => {
  it('reaches the ends of the scale', () => {
    expect(oklch(1, 0, 0)).toBe('#ffffff')
    expect(oklch(0, 0, 0)).toBe('#000000')
    expect(luminance('#ffffff')).toBeCloseTo(1, 5)
    expect(contrast('#ffffff', '#000000')).toBeCloseTo(21, 5)
    // the published OKLCH of pure red
    expect(oklch(0.62796, 0.25768, 29.23)).toBe('#ff0000')
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  })
})

describe('the nine themes', () => {
  it('differ in font, colour and drawing; an unknown name gives the default [THEME-1]', () => {
    expect(themeNames).toHaveLength(9)
    expect(new Set(themeNames.map((name) => themes[name].backdrop))).toEqual(new Set(backdropNames))
    expect(new Set(themeNames.map((name) => palette(themes[name], 'light').tones.brand.solid)).size).toBe(9)
    expect(new Set(themeNames.map((name) => `${themes[name].fonts.body}|${themes[name].fonts.heading}`)).size).toBe(9)
    expect(themeOf('nobody').name).toBe('holdfast')
    expect(themeOf('campus').name).toBe('campus')
  })

  for (const name of themeNames) {
    for (const scheme of ['light', 'dark'] as const) {
      it(`${name} ${scheme} reaches WCAG AA everywhere`, () => {
        const p = palette(themes[name], scheme)
        const grounds = { canvas: p.canvas, surface: p.surface, raised: p.raised, inset: p.inset, hover: p.hover }
        const misses: string[] = []
        const need = (what: string, ink: string, ground: string, ratio: number) => {
          const got = contrast(ink, ground)
          if (got < ratio) misses.push(`${what}: ${ink} on ${ground} is ${got.toFixed(2)}, needs ${ratio}`)
        }
        for (const [ground, hex] of Object.entries(grounds)) {
          need(`text on ${ground}`, p.text, hex, 7)
          need(`dim text on ${ground}`, p.dim, hex, 4.5)
          need(`focus ring on ${ground}`, p.focus, hex, 3)
          need(`field border on ${ground}`, p.lineStrong, hex, 3)
          for (const tone of tones) need(`${tone} ink on ${ground}`, p.tones[tone].ink, hex, 4.5)
        }
        for (const tone of tones) {
          const t = p.tones[tone]
          need(`${tone} badge`, t.ink, t.soft, 4.5)
          need(`${tone} badge under the pointer`, t.ink, t.softHover, 4.5)
          need(`${tone} button`, t.onSolid, t.solid, 4.5)
          need(`${tone} button under the pointer`, t.onSolid, t.solidHover, 4.5)
          need(`${tone} solid on surface`, t.solid, p.surface, 3)
          need(`${tone} solid on canvas`, t.solid, p.canvas, 3)
          need(`text on ${tone} soft`, p.text, t.soft, 7)
        }
        need('dim text on brand soft', p.dim, p.tones.brand.soft, 4.5)
        need('rail text', p.rail.text, p.rail.ground, 4.5)
        need('rail text under the pointer', p.rail.text, p.rail.hover, 4.5)
        need('rail section titles', p.rail.dim, p.rail.ground, 4.5)
        need('rail active', p.rail.activeText, p.rail.active, 4.5)
        need('login drawing text', p.backdrop.text, p.backdrop.ground, 7)
        need('login drawing text on its lighter shapes', p.backdrop.text, p.backdrop.low, 4.5)
        expect(misses).toEqual([])
      })
    }
  }
})
