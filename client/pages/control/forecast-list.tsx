import type { Action } from '../../../machines/device.ts'
import { useActionRefusal } from '../../commands/action-button.tsx'
import { formatList } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { Icon } from '../../ui/icons.tsx'
import type { Forecast } from './forecast.ts'
import classes from './several.module.css'
import type { DevicesLive } from './use-forecast.ts'

/** Maximum number of device names shown; the rest is a number. */
const namedDevices = 8

/** Which devices would be reached, and which not and why, in words. */
export function ForecastList({ forecast, action, live }: { forecast: Forecast; action: Action; live: DevicesLive }) {
  const t = useT()
  const reasonOf = useActionRefusal()
  const nameOf = (id: number) => live.view.row('device', id)?.view?.name ?? String(id)
  const names = (ids: readonly number[]) => {
    const told = ids.slice(0, namedDevices).map(nameOf)
    const more = ids.length - told.length
    return more === 0 ? formatList(told) : t('control.many.andMore', { names: told.join(', '), count: more })
  }
  return (
    <ul className={classes.forecast}>
      {forecast.will.length > 0 && (
        <li className={classes.forecastItem} data-will>
          <Icon className={classes.forecastIcon} name="check" size={18} />
          <span>
            <strong>{t('control.many.will', { action, count: forecast.will.length })}</strong>
            <small className={classes.forecastNote}>{names(forecast.will)}</small>
          </span>
        </li>
      )}
      {forecast.cannot.map(({ refusal, ids }) => (
        <li className={classes.forecastItem} key={refusal}>
          <Icon className={classes.forecastIcon} name="hand" size={18} />
          <span>
            <strong>{t('control.many.cannot', { count: ids.length })}</strong> {reasonOf(refusal, action)}
            <small className={classes.forecastNote}>{names(ids)}</small>
          </span>
        </li>
      ))}
    </ul>
  )
}
