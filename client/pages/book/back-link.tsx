import type { ReactNode } from 'react'
import { Icon } from '../../ui/icons.tsx'
import classes from './back-link.module.css'
import { useGo } from './use-go.ts'

/** Link to the parent page. */
export function BackLink({ href, children }: { href: string; children: ReactNode }) {
  const go = useGo()
  return (
    <a {...go(href)} className={classes.back}>
      <Icon name="arrowLeft" size={18} />
      {children}
    </a>
  )
}
