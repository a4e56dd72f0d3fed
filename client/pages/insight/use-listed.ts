import { useCallback, useMemo } from 'react'
import type { MalfunctionView } from '../../../contract/devices.ts'
import { listMalfunctions, type MalfunctionList } from './malfunction-list.ts'
import type { MalfunctionSearch } from './search.ts'

/** Makes the list of a dashboard's rows; a new one only when a filter moved, not when details open or close. */
export function useListed(filter: MalfunctionSearch): (rows: MalfunctionView[]) => MalfunctionList {
  const { q, kind, severity, zone, site, device, seen, by } = filter
  const narrowed = useMemo(
    () => ({ q, kind, severity, zone, site, device, seen, by }),
    [q, kind, severity, zone, site, device, seen, by],
  )
  return useCallback((rows) => listMalfunctions(rows, narrowed), [narrowed])
}
