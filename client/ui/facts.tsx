import type { ReactNode } from 'react'
import classes from './facts.module.css'

/** Names with their values, as many beside each other as fit. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>
}

/** Small text under a value. */
export function FactNote({ children }: { children: ReactNode }) {
  return <small className={classes.note}>{children}</small>
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className={classes.factsTerm}>{name}</dt>
      <dd className={classes.factsValue}>{children}</dd>
    </div>
  )
}
