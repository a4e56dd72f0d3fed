import type { DeviceView } from '../../../contract/devices.ts'
import { useT } from '../../i18n/i18n.ts'
import classes from './incident.module.css'
import { PlanWay, Way } from './way.tsx'

/** Links to other pages about a device: its site's plan, its statistics, its past. */
export function DeviceWays({ device: { id, site } }: { device: DeviceView }) {
  const t = useT()
  return (
    <ul className={classes.ways}>
      <PlanWay site={site} />
      <Way icon="chart" to="/statistics" search={{ scope: 'device', target: id }} text={t('insight.ways.statistics')} />
      <Way icon="history" to="/malfunctions" search={{ show: 'past', device: id }} text={t('insight.past.list')} />
      <Way
        icon="clock"
        to="/sites/time-machine"
        search={{ site: site.id }}
        text={t('insight.ways.timeMachine', { site: site.name })}
      />
    </ul>
  )
}
