import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

interface IncidentLinkProps {
  id: number
  /** Needed if its content does not say what it opens. */
  label?: string
  className?: string | undefined
  children: ReactNode
}

/** Opens the details of a malfunction; keeps the rest of the address, so that the list stays where it was. */
export function IncidentLink({ id, label, className, children }: IncidentLinkProps) {
  return (
    <Link
      to="/malfunctions"
      search={((before: object) => ({ ...before, incident: id })) as never}
      resetScroll={false}
      data-incident={id}
      {...(label === undefined ? {} : { 'aria-label': label })}
      {...(className === undefined ? {} : { className })}
    >
      {children}
    </Link>
  )
}
