import { useComputedColorScheme } from '@mantine/core'
import { type CSSProperties, useMemo } from 'react'
import { Backdrop } from './backdrop.tsx'
import classes from './theme-preview.module.css'
import { palette, type ThemeSeed } from './tokens.ts'

/** A preview of a theme in the current scheme: its login drawing, a line of text and a button. Decorative. */
export function ThemePreview({ seed }: { seed: ThemeSeed }) {
  const scheme = useComputedColorScheme()
  const style = useMemo(() => variables(seed, scheme), [seed, scheme])
  return (
    <span className={classes.preview} style={style} aria-hidden="true">
      <span className={classes.picture}>
        <Backdrop name={seed.backdrop} />
      </span>
      <span className={classes.side}>
        <span className={classes.words}>Aa</span>
        <span className={classes.button} />
      </span>
    </span>
  )
}

function variables(seed: ThemeSeed, scheme: 'light' | 'dark'): CSSProperties {
  const { surface, text, backdrop, tones } = palette(seed, scheme)
  return {
    '--hf-backdrop-ground': backdrop.ground,
    '--hf-backdrop-low': backdrop.low,
    '--hf-backdrop-mid': backdrop.mid,
    '--hf-backdrop-high': backdrop.high,
    '--hf-backdrop-accent': backdrop.accent,
    '--preview-surface': surface,
    '--preview-text': text,
    '--preview-brand': tones.brand.solid,
    '--preview-radius': seed.radius,
    '--preview-font': seed.fonts.heading,
    '--preview-weight': String(seed.fonts.headingWeight),
  } as CSSProperties
}
