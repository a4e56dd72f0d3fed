import { useSyncExternalStore } from 'react'
import type { FoldedTimeline } from '../../../contract/sites/timeline-entries.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { kindIcons } from '../../malfunction/malfunction-words.ts'
import { Icon } from '../../ui/icons.tsx'
import { Panel } from '../../ui/page.tsx'
import type { Player } from './player.ts'
import classes from './time-machine.module.css'

/** What concerned the site as a whole at the second: its maintenance, its gateways. Nothing where there was nothing. */
export function WholeSite({ folded, player, zone }: { folded: FoldedTimeline; player: Player; zone: string }) {
  const t = useT()
  // An object that stays the same until something about the site changes.
  const site = useSyncExternalStore(player.subscribe, () => folded.stateAt(player.at()).site)
  if (site.maintenance.length === 0 && site.malfunctions.length === 0) return null
  return (
    <Panel title={t('time-machine.site')}>
      <ul className={classes.whole}>
        {site.maintenance.map(({ id, reason }) => (
          <li className={classes.wholeItem} key={`maintenance ${id}`}>
            <Icon name="maintenance" size={18} /> {t('time-machine.site.maintenance', { reason })}
          </li>
        ))}
        {site.malfunctions.map(({ id, kind, gateway, openedAt }) => (
          <li className={classes.wholeItem} key={id}>
            <Icon name={kindIcons[kind]} size={18} />
            <span>
              {t(`insight.kind.${kind}`)}
              {gateway !== null && `, ${t('insight.where.gateway', { name: gateway })}`}
              <small className={classes.wholeNote}>{formatDateTime(openedAt, zone, { seconds: true })}</small>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
