import { createContext, type ReactNode, useContext } from 'react'
import classes from './incident.module.css'

/** Level of the headings of sections: 2 on a page of their own, 3 below the heading of the drawer. */
export const SectionLevel = createContext<2 | 3>(2)

/** A titled part of the details of a malfunction. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const Heading = `h${useContext(SectionLevel)}` as const
  return (
    <section className={classes.section}>
      <Heading className={classes.sectionTitle}>{title}</Heading>
      {children}
    </section>
  )
}
