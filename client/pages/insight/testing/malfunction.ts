import type { MalfunctionView } from '../../../../contract/devices.ts'

/** An open, unacknowledged malfunction as the server shows it, with overrides. */
export function malfunctionOf(facts: Partial<MalfunctionView> = {}): MalfunctionView {
  return {
    id: 1,
    kind: 'error-status',
    severity: 'error',
    device: { id: 7, name: 'Box 7', type: { name: 'Bike box', names: { de: 'Fahrradbox' } } },
    gateway: { id: 1, name: 'GW-1', lastMessageAt: '2026-11-21T09:00:00.000Z' },
    site: { id: 1, name: 'Bahnhof', timeZone: 'Europe/Berlin' },
    zones: [{ id: 1, name: 'Mitte' }],
    openedAt: '2026-11-21T09:00:00.000Z',
    acknowledgedAt: null,
    acknowledgedBy: null,
    detail: {},
    assignedTo: null,
    reservation: null,
    returned: 0,
    unsteady: false,
    rightSince: null,
    affected: null,
    tried: null,
    comments: 0,
    folded: 0,
    causeId: null,
    ...facts,
  }
}
