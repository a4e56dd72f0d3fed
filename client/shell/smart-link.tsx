import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isExternal } from './links.ts'

interface SmartLinkProps {
  href: string
  className?: string | undefined
  onClick?: () => void
  children: ReactNode
}

/** A link to one of our pages or to an address that the operator configured. */
export function SmartLink({ href, className, onClick, children }: SmartLinkProps) {
  if (!isExternal(href)) {
    return (
      <Link to={href as '/'} className={className} onClick={onClick}>
        {children}
      </Link>
    )
  }
  return (
    <a href={href} className={className} onClick={onClick} rel="noreferrer">
      {children}
    </a>
  )
}
