import { useSnapshot } from 'valtio'
import { theme, themeFor } from '../theme/current.ts'
import classes from './Logo.module.css'

/** The mark: a cleat with its line for Holdfast itself, the first letter of the product for its customers. */
export function Mark({ size = 32 }: { size?: number }) {
  const seed = themeFor(useSnapshot(theme))
  return (
    <svg className={classes.mark} viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <rect width="32" height="32" rx={seed.radius === '0' ? 0 : 8} className={classes.ground} />
      {seed.name === 'holdfast' ? (
        <g className={classes.line}>
          <path d="M5.5 11.5c3 1.7 6.5 2 10.5 2s7.5-.3 10.5-2" />
          <path d="M12.5 13.5V22m7-8.5V22M8.5 22.5h15" />
          <path d="M9 17.5c4 2.5 10 2.5 14 0" className={classes.rope} />
        </g>
      ) : (
        <text x="16" y="22" textAnchor="middle" className={classes.letter}>
          {seed.product.slice(0, 1)}
        </text>
      )}
    </svg>
  )
}

/** Mark and name. */
export function Logo() {
  const seed = themeFor(useSnapshot(theme))
  return (
    <span className={classes.logo}>
      <Mark />
      <span className={classes.name}>{seed.product}</span>
    </span>
  )
}
