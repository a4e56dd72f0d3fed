import { Link } from '@tanstack/react-router'
import { useT } from '../i18n/i18n.ts'
import { Icon } from '../ui/icons.tsx'
import type { NavPage } from './navigation.ts'

/** A link to a page of the navigation: icon and name; marked if it is the current page. */
export function PageLink({
  page,
  short = false,
  className,
  onClick,
}: {
  page: NavPage
  /** Uses its short name. */
  short?: boolean
  className?: string | undefined
  onClick?: (() => void) | undefined
}) {
  const t = useT()
  return (
    <Link to={page.path as '/'} className={className} onClick={onClick} activeProps={{ 'aria-current': 'page' }}>
      <Icon name={page.nav.icon} />
      <span>{t(((short && page.nav.short) || page.nav.text) as 'shell.nav.start')}</span>
    </Link>
  )
}
