import { useCallback } from 'react'
import { useSnapshot } from 'valtio'
import type { devices as devicesWatch } from '../../../contract/control.ts'
import type { DeviceView } from '../../../contract/devices.ts'
import type { Action } from '../../../machines/device.ts'
import { connection } from '../../stores/connection.ts'
import { type Live, useRows } from '../../stores/use-watch.ts'
import { type Forecast, forecast, sameForecast } from './forecast.ts'

export type DevicesLive = Pick<Live<(typeof devicesWatch)['kinds'][number]>, 'view' | 'kinds'>

/** What this command would do with these devices now, live. */
export function useForecast(
  live: DevicesLive,
  ids: ReadonlySet<number>,
  action: Action,
  by: 'operator' | 'emergency' = 'operator',
): Forecast {
  const { carries } = useSnapshot(connection)
  const derive = useCallback(
    (rows: DeviceView[]) =>
      forecast(
        rows.filter(({ id }) => ids.has(id)),
        action,
        carries,
        by,
      ),
    [ids, action, carries, by],
  )
  return useRows(live, 'device', derive, sameForecast)
}
