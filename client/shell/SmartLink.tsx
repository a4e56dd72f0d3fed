import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isExternal } from './links.ts'

/** A link to one of our pages or to an address that the operator configured. */
export function SmartLink({
  href,
  className,
  children,
}: {
  href: string
  className?: string | undefined
  children: ReactNode
}) {
  if (!isExternal(href)) {
    return (
      <Link to={href as '/'} className={className}>
        {children}
      </Link>
    )
  }
  return (
    <a href={href} className={className} rel="noreferrer">
      {children}
    </a>
  )
}
