import { Link } from '@tanstack/react-router'
import { useT } from '../../i18n/i18n.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'
import classes from './incident.module.css'

interface WayProps {
  icon: IconName
  text: string
  to: string
  params?: object
  search?: object
}

/** One of a list of ways to other pages. */
export function Way({ icon, text, to, params = {}, search = {} }: WayProps) {
  return (
    <li>
      <Link className={classes.waysLink} to={to as '/'} params={params as never} search={search as never}>
        <Icon className={classes.waysIcon} name={icon} size={18} /> {text}
      </Link>
    </li>
  )
}

/** The way to the plan of a site. */
export function PlanWay({ site: { id, name } }: { site: { id: number; name: string } }) {
  const t = useT()
  return <Way icon="map" to="/sites/visualization" search={{ site: id }} text={t('insight.lot.plan', { site: name })} />
}
