import type { StatisticScope } from '../../../contract/statistics.ts'

/** What the statistics are about. */
export interface Target {
  readonly scope: StatisticScope
  readonly id: number
  readonly name: string
  /** IANA zone in whose calendar spans are chosen. */
  readonly zone: string
}

export const targetIcons = { zone: 'zone', site: 'site', device: 'device' } as const satisfies Record<
  StatisticScope,
  string
>
