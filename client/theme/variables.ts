import type { CSSVariablesResolver } from '@mantine/core'
import { type Palette, palette, type ThemeSeed, type ToneName, tones } from './tokens.ts'

/** Maps Mantine's own colour names, so that `color="red"` stays within the measured palette. */
export const aliases: Readonly<Record<string, ToneName>> = {
  red: 'error',
  pink: 'error',
  green: 'success',
  teal: 'success',
  lime: 'success',
  yellow: 'warning',
  orange: 'warning',
  blue: 'info',
  cyan: 'info',
  indigo: 'info',
  violet: 'brand',
  grape: 'brand',
}

function schemeVariables(p: Palette): Record<string, string> {
  const variables: Record<string, string> = {
    '--hf-canvas': p.canvas,
    '--hf-surface': p.surface,
    '--hf-raised': p.raised,
    '--hf-inset': p.inset,
    '--hf-hover': p.hover,
    '--hf-line': p.line,
    '--hf-line-strong': p.lineStrong,
    '--hf-text': p.text,
    '--hf-dim': p.dim,
    '--hf-focus': p.focus,
    '--hf-rail-ground': p.rail.ground,
    '--hf-rail-text': p.rail.text,
    '--hf-rail-dim': p.rail.dim,
    '--hf-rail-active': p.rail.active,
    '--hf-rail-active-text': p.rail.activeText,
    '--hf-rail-hover': p.rail.hover,
    '--hf-rail-line': p.rail.line,
    '--hf-backdrop-ground': p.backdrop.ground,
    '--hf-backdrop-low': p.backdrop.low,
    '--hf-backdrop-mid': p.backdrop.mid,
    '--hf-backdrop-high': p.backdrop.high,
    '--hf-backdrop-accent': p.backdrop.accent,
    '--hf-backdrop-text': p.backdrop.text,
    '--mantine-color-text': p.text,
    '--mantine-color-bright': p.text,
    '--mantine-color-body': p.surface,
    '--mantine-color-error': p.tones.error.ink,
    '--mantine-color-success': p.tones.success.ink,
    '--mantine-color-placeholder': p.dim,
    '--mantine-color-anchor': p.tones.brand.ink,
    '--mantine-color-dimmed': p.dim,
    '--mantine-color-default': p.raised,
    '--mantine-color-default-hover': p.hover,
    '--mantine-color-default-color': p.text,
    '--mantine-color-default-border': p.lineStrong,
    '--mantine-color-disabled': p.disabledGround,
    '--mantine-color-disabled-color': p.disabledText,
    '--mantine-color-disabled-border': p.disabledGround,
    '--mantine-primary-color-contrast': p.tones.brand.onSolid,
  }
  const named = (name: string, tone: ToneName) => {
    const t = p.tones[tone]
    Object.assign(variables, {
      [`--mantine-color-${name}-filled`]: t.solid,
      [`--mantine-color-${name}-filled-hover`]: t.solidHover,
      [`--mantine-color-${name}-light`]: t.soft,
      [`--mantine-color-${name}-light-hover`]: t.softHover,
      [`--mantine-color-${name}-light-color`]: t.ink,
      [`--mantine-color-${name}-outline`]: t.ink,
      [`--mantine-color-${name}-outline-hover`]: t.soft,
      [`--mantine-color-${name}-text`]: t.ink,
    })
  }
  for (const tone of tones) {
    const t = p.tones[tone]
    Object.assign(variables, {
      [`--hf-${tone}-ink`]: t.ink,
      [`--hf-${tone}-soft`]: t.soft,
      [`--hf-${tone}-soft-hover`]: t.softHover,
      [`--hf-${tone}-solid`]: t.solid,
      [`--hf-${tone}-solid-hover`]: t.solidHover,
      [`--hf-${tone}-on-solid`]: t.onSolid,
      [`--hf-${tone}-edge`]: t.edge,
    })
    named(tone, tone)
  }
  for (const [name, tone] of Object.entries(aliases)) named(name, tone)
  named('gray', 'neutral')
  return variables
}

/** Returns every token as a CSS variable `--hf-*`, and Mantine's own variables set from them, for both schemes. */
export function cssVariables(seed: ThemeSeed): CSSVariablesResolver {
  return () => ({
    variables: { '--hf-heading-spacing': seed.fonts.headingSpacing, '--hf-radius': seed.radius },
    light: schemeVariables(palette(seed, 'light')),
    dark: schemeVariables(palette(seed, 'dark')),
  })
}
