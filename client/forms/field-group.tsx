import type { ReactNode } from 'react'
import classes from './forms.module.css'

/** Fields of a long form that belong together, under a name. */
export function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={classes.group}>
      <legend className={classes.groupTitle}>{title}</legend>
      {children}
    </fieldset>
  )
}

/** Short fields beside each other, as many as fit. */
export function FieldColumns({ children }: { children: ReactNode }) {
  return <div className={classes.columns}>{children}</div>
}
