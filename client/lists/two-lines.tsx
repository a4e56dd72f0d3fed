import type { ReactNode } from 'react'
import classes from './lists.module.css'

/** What a cell says, and what is said of it in small: under it, or beside it where rows are compact. */
export function TwoLines({ children, small }: { children: ReactNode; small?: ReactNode }) {
  return (
    <span className={classes.two}>
      <span>{children}</span>
      {small !== undefined && small !== null && small !== false && small !== '' && <small>{small}</small>}
    </span>
  )
}
