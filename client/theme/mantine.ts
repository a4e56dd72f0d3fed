import {
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type MantineThemeOverride,
  type VariantColorsResolver,
} from '@mantine/core'
import { oklch } from './color.ts'
import { palette, type ThemeSeed, tones } from './tokens.ts'
import { aliases } from './variables.ts'

const ramp = (shade: (step: number) => string) =>
  Array.from({ length: 10 }, (_, step) => shade(step)) as unknown as MantineColorsTuple

/** Variants use the tone variables; solid grounds have their own text colour. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const name = input.color ?? input.theme.primaryColor
  const tone =
    tones.find((known) => known === name) ??
    aliases[name] ??
    (name === 'gray' || name === 'dark' ? 'neutral' : undefined)
  if (!tone) return defaultVariantColorsResolver(input)
  const v = (part: string) => `var(--hf-${tone}-${part})`
  const none = '1px solid transparent'
  switch (input.variant) {
    case 'filled':
      return { background: v('solid'), hover: v('solid-hover'), color: v('on-solid'), border: none }
    case 'light':
      return { background: v('soft'), hover: v('soft-hover'), color: v('ink'), border: none }
    case 'outline':
      return { background: 'transparent', hover: v('soft'), color: v('ink'), border: `1px solid ${v('ink')}` }
    case 'subtle':
      return { background: 'transparent', hover: v('soft'), color: v('ink'), border: none }
    case 'transparent':
      return { background: 'transparent', hover: 'transparent', color: v('ink'), border: none }
    case 'white':
      return { background: 'var(--hf-surface)', hover: 'var(--hf-hover)', color: v('ink'), border: none }
    case 'default':
      return {
        background: 'var(--hf-raised)',
        hover: 'var(--hf-hover)',
        color: 'var(--hf-text)',
        border: '1px solid var(--hf-line-strong)',
      }
    default:
      return defaultVariantColorsResolver(input)
  }
}

/** Mantine's theme object for one of our themes: type scale, spacing, sizes, defaults. */
export function mantineTheme(seed: ThemeSeed): MantineThemeOverride {
  const { hue, chroma } = seed.neutral
  const light = palette(seed, 'light')
  const dark = palette(seed, 'dark')
  return createTheme({
    primaryColor: 'brand',
    primaryShade: 6,
    colors: {
      brand: ramp((step) =>
        oklch(0.96 - step * 0.07, seed.brand.chroma * (0.3 + Math.min(step, 6) * 0.115), seed.brand.hue),
      ),
      // Mantine's light scheme uses gray, its dark scheme dark: both are this theme's own neutrals.
      gray: [
        light.canvas,
        light.hover,
        light.disabledGround,
        light.line,
        light.lineStrong,
        light.dim,
        light.dim,
        light.dim,
        light.text,
        light.text,
      ],
      dark: [
        dark.text,
        dark.text,
        dark.dim,
        dark.dim,
        dark.lineStrong,
        dark.line,
        dark.raised,
        dark.surface,
        dark.canvas,
        oklch(0.14, chroma, hue),
      ],
    },
    black: light.text,
    variantColorResolver,
    fontFamily: seed.fonts.body,
    fontFamilyMonospace: "ui-monospace, 'Cascadia Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace",
    headings: {
      fontFamily: seed.fonts.heading,
      fontWeight: String(seed.fonts.headingWeight),
      textWrap: 'balance',
      sizes: {
        h1: { fontSize: '1.75rem', lineHeight: '1.2' },
        h2: { fontSize: '1.3125rem', lineHeight: '1.3' },
        h3: { fontSize: '1.0625rem', lineHeight: '1.4' },
        h4: { fontSize: '1rem', lineHeight: '1.4' },
        h5: { fontSize: '0.9375rem', lineHeight: '1.4' },
        h6: { fontSize: '0.875rem', lineHeight: '1.4' },
      },
    },
    fontSizes: { xs: '0.8125rem', sm: '0.9375rem', md: '1rem', lg: '1.125rem', xl: '1.3125rem' },
    spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2.25rem' },
    radius: {
      xs: '0.125rem',
      sm: `calc(${seed.radius} * 0.6)`,
      md: seed.radius,
      lg: `calc(${seed.radius} * 1.5)`,
      xl: '999px',
    },
    defaultRadius: 'md',
    shadows: {
      xs: 'none',
      sm: '0 1px 2px rgb(0 0 0 / 0.05)',
      md: '0 2px 8px rgb(0 0 0 / 0.08)',
      lg: '0 8px 28px rgb(0 0 0 / 0.14)',
      xl: '0 16px 48px rgb(0 0 0 / 0.2)',
    },
    respectReducedMotion: true,
    cursorType: 'pointer',
    components: {
      Button: { defaultProps: { size: 'md' } },
      ActionIcon: { defaultProps: { size: 'xl', variant: 'subtle', color: 'neutral' } },
      TextInput: { defaultProps: { size: 'md' } },
      PasswordInput: { defaultProps: { size: 'md' } },
      NativeSelect: { defaultProps: { size: 'md' } },
      Select: { defaultProps: { size: 'md' } },
      MultiSelect: { defaultProps: { size: 'md' } },
      Textarea: { defaultProps: { size: 'md' } },
      NumberInput: { defaultProps: { size: 'md' } },
      // A round checkbox would look like a radio button.
      Checkbox: { defaultProps: { size: 'md', radius: '0.25rem', iconColor: 'var(--hf-brand-on-solid)' } },
      Switch: { defaultProps: { size: 'md' } },
      // Without the placeholder the first entry takes the focus; a menu may contain only entries.
      Menu: {
        defaultProps: {
          shadow: 'lg',
          radius: 'md',
          transitionProps: { duration: 120 },
          withInitialFocusPlaceholder: false,
        },
      },
      Tooltip: { defaultProps: { events: { hover: true, focus: true, touch: true }, openDelay: 250 } },
      Modal: { defaultProps: { centered: true, radius: 'lg', padding: 'lg' } },
      Paper: { defaultProps: { radius: 'md' } },
    },
  })
}
