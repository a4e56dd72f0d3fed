import * as z from 'zod'
import { metrics } from '../../../contract/insight.ts'
import { statisticScopes } from '../../../contract/statistics.ts'

export const presets = ['today', 'week', 'days30', 'month', 'lastMonth', 'year'] as const
export type Preset = (typeof presets)[number]
/** What a span is compared with: the one before it, the same a year earlier, or one that begins at a moment of one's own. */
export const comparisons = ['none', 'before', 'year', 'own'] as const
export type Comparison = (typeof comparisons)[number]
export const tabs = ['figures', 'sensors'] as const

const moment = z.iso.datetime().optional().catch(undefined)
/** What the statistics page shows, in the address. `from` and `until` together go before `span`. */
export const statisticsSearch = z.object({
  scope: z.enum(statisticScopes).optional().catch(undefined),
  target: z.coerce.number().int().positive().optional().catch(undefined),
  span: z.enum(presets).optional().catch(undefined),
  from: moment,
  until: moment,
  compare: z.enum(comparisons).optional().catch(undefined),
  /** Where the compared span begins, for compare=own; it is as long as the shown one. */
  since: moment,
  tab: z.enum(tabs).optional().catch(undefined),
  metrics: z.array(z.enum(metrics)).min(1).optional().catch(undefined),
})
export type StatisticsSearch = z.output<typeof statisticsSearch>
