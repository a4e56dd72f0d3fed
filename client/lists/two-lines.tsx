import type { ReactNode } from 'react'
import classes from './lists.module.css'

/** The content of a cell with a small note: below it, or beside it in compact rows. */
export function TwoLines({ children, small }: { children: ReactNode; small?: ReactNode }) {
  return (
    <span className={classes.two}>
      <span>{children}</span>
      {small !== undefined && small !== null && small !== false && small !== '' && (
        <small className={classes.twoNote}>{small}</small>
      )}
    </span>
  )
}
