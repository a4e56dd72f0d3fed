import { useSnapshot } from 'valtio'
import { theme, themeFor } from '../theme/current.ts'
import classes from './logo.module.css'

/** The logo: a pair of bollards with a mooring line for Holdfast itself, the first letter of the product for its customers. */
export function Mark({ size = 32 }: { size?: number }) {
  const seed = themeFor(useSnapshot(theme))
  return (
    <svg className={classes.mark} viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <rect width="32" height="32" rx={seed.radius === '0' ? 0 : 8} className={classes.ground} />
      {seed.name === 'holdfast' ? (
        <g className={classes.line}>
          <path d="M11 8v16M21 8v16" />
          <path d="M5.5 20.5c8 0 13-9 21-9" className={classes.rope} />
        </g>
      ) : (
        <text x="16" y="22" textAnchor="middle" className={classes.letter}>
          {seed.product.slice(0, 1)}
        </text>
      )}
    </svg>
  )
}

/** Logo and name. */
export function Logo() {
  const seed = themeFor(useSnapshot(theme))
  return (
    <span className={classes.logo}>
      <Mark />
      <span className={classes.name}>{seed.product}</span>
    </span>
  )
}
