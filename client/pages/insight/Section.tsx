import type { ReactNode } from 'react'
import classes from './incident.module.css'

/** A titled part of the details of a malfunction. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}
