import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** Link to a message as it was written. */
export function messageLink({ id }: { id: number }, content: ReactNode) {
  return (
    <Link to="/messages/$messageId" params={{ messageId: String(id) }}>
      {content}
    </Link>
  )
}
