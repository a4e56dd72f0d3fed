import type { OrderView } from '../../../contract/devices.ts'
import type { IncidentEntry } from '../../../contract/insight.ts'

/** Something that happened to a malfunction, or was tried. */
export type Moment =
  | { readonly key: string; readonly at: string; readonly entry: IncidentEntry }
  | { readonly key: string; readonly at: string; readonly order: OrderView }

/** History and orders of one malfunction, newest first. Orders from before it opened, or after it closed, are not about it. */
export function timelineOf(
  entries: readonly IncidentEntry[],
  orders: readonly OrderView[],
  { openedAt, closedAt }: { readonly openedAt: string; readonly closedAt: string | null },
): Moment[] {
  const about = orders.filter(
    ({ issuedAt, state }) => state !== 'refused' && issuedAt >= openedAt && (closedAt === null || issuedAt <= closedAt),
  )
  return [
    ...entries.map((entry): Moment => ({ key: `entry ${entry.id}`, at: entry.at, entry })),
    ...about.map((order): Moment => ({ key: `order ${order.id}`, at: order.issuedAt, order })),
  ].sort((a, b) => (a.at === b.at ? (a.key < b.key ? 1 : -1) : a.at < b.at ? 1 : -1))
}
