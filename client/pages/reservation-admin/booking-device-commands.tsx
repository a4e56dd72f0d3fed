import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { commandLog } from '../../../contract/control.ts'
import { DeviceCommandLink } from '../../commands/device-command-link.tsx'
import { deviceCommandWords } from '../../devices/device-command-words.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { useQuery } from '../../stores/use-query.ts'
import { whileSeen } from '../../ui/clock.ts'
import { Panel } from '../../ui/page.tsx'
import { Badge } from '../../ui/status-badge.tsx'
import classes from './booking-device-commands.module.css'

const shown = 5
/** Looked at again so often while somebody looks, ms. */
const againMs = 20_000

/** The last commands that a reservation led to, with the way to all of them. `moved` = ask again. */
export function ReservationCommands({ reservationId, moved }: { reservationId: number; moved: number | string }) {
  const t = useT()
  const { view, retry } = useQuery(commandLog, { filters: { reservationId }, pageSize: shown }, moved)
  useEffect(() => whileSeen(againMs, retry), [retry])
  return (
    <Panel title={t('common.commands')}>
      {view !== null && view.rows.length === 0 && <p className={classes.none}>{t('insight.commands.none')}</p>}
      {view !== null && view.rows.length > 0 && (
        <ul className={classes.brief}>
          {view.rows.map((deviceCommand) => {
            const { text, tone, icon } = deviceCommandWords(deviceCommand, t)
            return (
              <li className={classes.briefItem} key={deviceCommand.id}>
                <DeviceCommandLink className={classes.briefLink} deviceCommand={deviceCommand}>
                  <time dateTime={deviceCommand.issuedAt}>
                    {formatDateTime(deviceCommand.issuedAt, deviceCommand.site.timeZone, { seconds: true })}
                  </time>
                </DeviceCommandLink>
                <span>{deviceCommand.device.name}</span>
                <Badge tone={tone} icon={icon} quiet>
                  {text}
                </Badge>
              </li>
            )
          })}
        </ul>
      )}
      {view !== null && view.recordCount > shown && (
        <Link className={classes.all} to="/commands" search={{ reservationId }}>
          {t('command-log.all', { count: view.recordCount })}
        </Link>
      )}
    </Panel>
  )
}
