import type { MaintenancePreview, MaintenanceView, PlannedItem } from '../../../../contract/maintenance.ts'

/** A period of a box, on 2026-11-21 from 12:00 to 14:00 UTC, with overrides. */
export function periodOf(change: Partial<MaintenanceView> = {}): MaintenanceView {
  return {
    id: 1,
    scope: 'device',
    target: { id: 7, name: 'Box 7' },
    site: { id: 1, name: 'Bahnhof' },
    timeZone: 'Europe/Berlin',
    start: '2026-11-21T12:00:00.000Z',
    end: '2026-11-21T14:00:00.000Z',
    reason: 'New lock',
    description: null,
    createdAt: '2026-11-20T12:00:00.000Z',
    createdBy: 'Sofia Leitung',
    revokedAt: null,
    revokedBy: null,
    revokeReason: null,
    counts: { pending: 0, rebooked: 0, notMoved: 0, lostAccess: 0, canceled: 0, restored: 0 },
    ...change,
  }
}

/** A reservation that a period would move. */
export function itemOf(id: number, change: Partial<PlannedItem> = {}): PlannedItem {
  return {
    reservationId: id,
    number: 100_000 + id,
    person: 'Anna Keller',
    start: new Date(Date.UTC(2026, 10, 21, 12, id)).toISOString(),
    end: new Date(Date.UTC(2026, 10, 21, 13, id)).toISOString(),
    site: { id: 1, name: 'Bahnhof', timeZone: 'Europe/Berlin' },
    device: { id: 7, name: 'Box 7' },
    outcome: 'move',
    to: { id: 8, name: 'Box 8' },
    triesUntil: null,
    priceCents: 450,
    refundCents: 450,
    language: 'de',
    ...change,
  }
}

/** A preview of these reservations; `hidden` more that would be moved are not listed. */
export function previewOf(items: readonly PlannedItem[], hidden = 0): MaintenancePreview {
  const count = (outcome: PlannedItem['outcome']) => items.filter((item) => item.outcome === outcome).length
  return {
    version: items.map(({ reservationId, outcome }) => `${reservationId}${outcome}`).join(' ') + hidden,
    target: { scope: 'device', id: 7, name: 'Box 7', timeZone: 'Europe/Berlin', safetyWord: 'Box 7' },
    devices: 1,
    counts: { moves: count('move') + hidden, cannotMove: count('cannot-move'), losesAccess: count('loses-access') },
    items: [...items],
    refundCents: 0,
    messages: [],
    untold: 0,
    suggestedStart: null,
    overlaps: [],
  }
}
