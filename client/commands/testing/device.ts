import type { DeviceCommandView, DeviceView } from '../../../contract/devices.ts'

/** A closed, healthy device as the server shows it, with overrides. */
export function deviceOf(facts: Partial<DeviceView> = {}): DeviceView {
  return {
    id: 7,
    name: 'Box 7',
    hardwareId: 'A0-07',
    site: { id: 1, name: 'Bahnhof', timeZone: 'Europe/Berlin' },
    gateway: { id: 1, name: 'GW-1', linked: true },
    type: { id: 1, name: 'Bike box', names: { de: 'Fahrradbox' }, icon: null },
    controls: ['open', 'close', 'refresh', 'recalibrate', 'reboot'],
    occupiedBlocksControl: true,
    repeatable: [],
    status: 'blocked',
    statusAt: '2026-11-21T09:00:00.000Z',
    doorState: 'closed',
    doorAt: '2026-11-21T09:00:00.000Z',
    requested: null,
    requestedAt: null,
    confirmed: null,
    confirmedAt: null,
    lastStateChange: '2026-11-21T09:00:00.000Z',
    lastMessageAt: '2026-11-21T09:00:00.000Z',
    reachable: true,
    supplyVoltage: 3.6,
    temperature: 4,
    humidity: 80,
    rssi: -90,
    sensorDirty: false,
    monitoring: true,
    maintenance: false,
    maintenanceState: 'Delivery',
    path: { number: -1, name: null },
    sequenceNumber: 0,
    deviceCommand: null,
    ...facts,
  }
}

/** A command to open it. */
export function deviceCommandOf(facts: Partial<DeviceCommandView> = {}): DeviceCommandView {
  return {
    id: '00000000-0000-4000-8000-000000000001',
    supportCode: 'K7Q2-M9XD',
    deviceId: 7,
    action: 'open',
    state: 'queued',
    reason: null,
    allowedBy: 'operator',
    by: 'Test rm',
    anyway: false,
    issuedAt: '2026-11-21T09:00:00.000Z',
    deadline: '2026-11-21T09:00:15.000Z',
    sentAt: null,
    takenAt: null,
    settledAt: null,
    late: false,
    ...facts,
  }
}
