import { options } from '../../../contract/events.ts'
import { changes as tariffChanges } from '../../../contract/tariffs.ts'
import { useChangeCounter } from '../../stores/use-change-counter.ts'
import { type QueryView, useQuery } from '../../stores/use-query.ts'
import { useWatch } from '../../stores/use-watch.ts'
import type { EventOptions } from './event-fields.ts'

export type Offered = Pick<QueryView<EventOptions>, 'view' | 'refusal' | 'retry'>

/** What the fields of an access time offer in a zone; nothing until it is chosen. New tariffs are offered at once. */
export function useOptions(zoneId: number | null): Offered {
  const moved = useChangeCounter(useWatch(tariffChanges, {}), 'tariff')
  const { view, refusal, former, retry } = useQuery(options, zoneId === null ? null : { zoneId }, moved)
  return { view: former ? null : view, refusal, retry }
}
