import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** The way to a message as it was said. */
export function messageLink({ id }: { id: number }, content: ReactNode) {
  return (
    <Link to="/messages/$messageId" params={{ messageId: String(id) }}>
      {content}
    </Link>
  )
}
