import type { ReservationView } from '../../contract/reservations/view.ts'

/** What a booker may edit on a booked reservation without moving it. */
export const editable = ['note', 'licencePlate', 'rfidToken'] as const
export type Editable = (typeof editable)[number]
export type Typed = Readonly<Record<Editable, string>>

/** Fields that differ from the reservation; blank = none. */
export function changesOf(
  view: Pick<ReservationView, Editable>,
  typed: Typed,
): Partial<Record<Editable, string | null>> {
  const changes: Partial<Record<Editable, string | null>> = {}
  for (const field of editable) {
    const value = typed[field].trim() === '' ? null : typed[field].trim()
    if (value !== view[field]) changes[field] = value
  }
  return changes
}
