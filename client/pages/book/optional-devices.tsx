import { useCallback } from 'react'
import type { ReservationView } from '../../../contract/reservations/view.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { Alert } from '../../ui/alert.tsx'
import { DeviceLabel } from '../../ui/device-label.tsx'
import { Panel } from '../../ui/page.tsx'
import { Badge } from '../../ui/status-badge.tsx'
import { findPlaces } from './availability.ts'
import { Follow } from './follow.tsx'
import classes from './hold.module.css'
import { useFound } from './use-found.ts'
import type { TypedFields } from './use-typed.ts'

const optionRefusals: readonly string[] = ['option-not-available', 'place-taken', 'place-held']

/** Devices that always come with the place, and those that can be added while free. */
export function OptionalDevices({ row, typed }: { row: ReservationView; typed: TypedFields }) {
  const t = useT()
  const { start, end } = row
  const siteId = row.site.id
  const load = useCallback(
    (signal: AbortSignal) => findPlaces({ siteId, start, end }, true, signal),
    [siteId, start, end],
  )
  const found = useFound(load)
  const chosen = typed.values.optionalDeviceIds
  const mandatory = row.children.filter((child) => child.mandatory)
  const added = row.children.filter((child) => !child.mandatory)
  const options = [
    ...(found.view?.optional ?? []),
    ...added
      .filter(({ id }) => !found.view?.optional.some(({ device }) => device.id === id))
      .map((device) => ({ device, state: 'free' as const })),
  ]
  if (mandatory.length === 0 && options.length === 0) return null
  const toggle = (id: number) =>
    typed.set({ optionalDeviceIds: chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id] })
  const refused = typed.refused && optionRefusals.includes(typed.refused.code) ? typed.refused : null
  return (
    <Panel title={t('booking.along')}>
      <Follow signedIn siteId={siteId} span={{ start: new Date(start), end: new Date(end) }} onChange={found.again} />
      <ul className={classes.list}>
        {mandatory.map((device) => (
          <li className={classes.listItem} key={device.id}>
            <DeviceLabel device={device} />
            <Badge tone="neutral" icon="check" quiet>
              {t('booking.along.always')}
            </Badge>
          </li>
        ))}
        {options.map(({ device, state }) => {
          const on = chosen.includes(device.id)
          const off = !on && state !== 'free'
          return (
            <li className={classes.listItem} key={device.id}>
              <label className={classes.option} data-off={off || undefined}>
                <input
                  className={classes.optionInput}
                  type="checkbox"
                  checked={on}
                  disabled={off}
                  onChange={() => toggle(device.id)}
                />
                <DeviceLabel device={device} />
              </label>
              {off && (
                <Badge tone="neutral" icon={state === 'held' ? 'wait' : 'blocked'} quiet>
                  {t(`booking.state.${state}`)}
                </Badge>
              )}
            </li>
          )
        })}
      </ul>
      {refused && <Alert severity="warning">{refusalText(refused)}</Alert>}
    </Panel>
  )
}
