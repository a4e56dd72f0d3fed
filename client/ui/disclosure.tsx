import type { ReactNode } from 'react'
import classes from './disclosure.module.css'
import { Icon } from './icons.tsx'

interface DisclosureProps {
  label: string
  /** Opens it programmatically; the person may open and close it at any time. */
  open?: boolean
  children: ReactNode
}

/** Details that most people do not need, one tap away. */
export function Disclosure({ label, open, children }: DisclosureProps) {
  return (
    <details className={classes.more} open={open || undefined}>
      <summary className={classes.moreSummary} data-over>
        <Icon className={classes.moreIcon} name="chevronRight" size={18} />
        {label}
      </summary>
      {children}
    </details>
  )
}
