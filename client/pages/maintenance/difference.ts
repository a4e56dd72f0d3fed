import type { MaintenancePreview, PlannedItem } from '../../../contract/maintenance.ts'

/** The differences between two previews of the same period. */
export interface Difference {
  /** Reservations affected now and not before. */
  readonly added: readonly PlannedItem[]
  /** Those no longer affected: cancelled, moved away, or over. */
  readonly gone: readonly PlannedItem[]
  /** The same reservation with another outcome. */
  readonly changed: readonly { readonly before: PlannedItem; readonly after: PlannedItem }[]
  /** Changes among those that a long preview does not list. */
  readonly unlisted: boolean
}

const all = ({ counts }: MaintenancePreview) => counts.moves + counts.cannotMove + counts.losesAccess
const whole = (preview: MaintenancePreview) => preview.items.length >= all(preview)

/**
 * Compares what somebody has seen with what would happen now. For previews that list only their first reservations, those that merely crossed
 * the edge of the list count as neither new nor removed.
 */
export function difference(seen: MaintenancePreview, now: MaintenancePreview): Difference {
  const before = new Map(seen.items.map((item) => [item.reservationId, item]))
  const after = new Map(now.items.map((item) => [item.reservationId, item]))
  const listedBefore = whole(seen) ? null : edgeOf(seen)
  const listedNow = whole(now) ? null : edgeOf(now)
  const added = now.items.filter((item) => !before.has(item.reservationId) && isWithin(item, listedBefore))
  const gone = seen.items.filter((item) => !after.has(item.reservationId) && isWithin(item, listedNow))
  const changed = seen.items.flatMap((item) => {
    const other = after.get(item.reservationId)
    return other !== undefined && other.outcome !== item.outcome ? [{ before: item, after: other }] : []
  })
  const explained = added.length + gone.length + changed.length > 0
  return { added, gone, changed, unlisted: !explained && seen.version !== now.version }
}

/** Where a cut list ends: items are listed by start. */
const edgeOf = ({ items }: MaintenancePreview) => Date.parse(items.at(-1)?.start ?? '')
const isWithin = ({ start }: PlannedItem, edge: number | null) => edge === null || Date.parse(start) < edge
