import type { AccessView, DoorView, RunView, StepCommand } from '../../../contract/control/own.ts'

/** Views as the portal sends them, for tests of what the screen makes of them. */
export const noon = Date.parse('2026-11-21T12:00:00.000Z')
const iso = (ms: number) => new Date(ms).toISOString()

export function access(change: Partial<AccessView> = {}): AccessView {
  return {
    reservationId: 7,
    number: 1_007,
    state: 'RESERVED',
    start: iso(noon - 3_600_000),
    end: iso(noon + 3_600_000),
    opensAt: iso(noon - 4_500_000),
    prebookMinMinutes: 15,
    blocked: false,
    site: { id: 1, name: 'Site', timeZone: 'Europe/Berlin' },
    devices: [device(1), device(2, { main: true })],
    openings: { entriesUsed: 2, entryLimit: 5, exitsUsed: 0, exitLimit: 5 },
    overstay: null,
    pin: null,
    rfidToken: null,
    automatic: {
      gps: { allowed: false, wanted: false, consent: false, fence: null },
      plate: { allowed: false, plate: null },
    },
    run: null,
    ...change,
  }
}

export function device(
  deviceId: number,
  change: Partial<AccessView['devices'][number]> = {},
): AccessView['devices'][number] {
  return {
    deviceId,
    main: false,
    mandatory: false,
    pathNumber: 1,
    pathName: null,
    pathIcon: null,
    sequenceNumber: deviceId,
    postActionDelayMs: 3_000,
    access: ['open', 'close'],
    barrier: null,
    ...change,
  }
}

export function door(id: number, change: Partial<DoorView> = {}): DoorView {
  return {
    id,
    name: `Door ${id}`,
    type: { id: 1, name: 'Door', names: {}, icon: null },
    controls: ['open', 'close'],
    occupiedBlocksControl: false,
    repeatable: [],
    status: 'okay',
    statusAt: iso(noon - 60_000),
    doorState: 'closed',
    doorAt: iso(noon - 60_000),
    lastMessageAt: iso(noon - 60_000),
    reachable: true,
    linked: true,
    maintenance: false,
    deviceCommand: null,
    ...change,
  }
}

export function deviceCommand(change: Partial<StepCommand> = {}): StepCommand {
  return {
    id: 'a1',
    supportCode: 'HF-AAAA-BBBB',
    action: 'open',
    state: 'queued',
    reason: null,
    issuedAt: iso(noon),
    deadline: iso(noon + 15_000),
    sentAt: null,
    takenAt: null,
    settledAt: null,
    late: false,
    ...change,
  }
}

export function run(change: Partial<RunView> = {}): RunView {
  return {
    id: 'r1',
    action: 'open',
    state: 'running',
    allowedBy: 'reservation',
    startedAt: iso(noon),
    endedAt: null,
    stoppedAt: null,
    reason: null,
    countsAs: 'entry',
    givenBack: false,
    steps: [step(1, { state: 'issued', deviceCommand: deviceCommand() }), step(2)],
    ...change,
  }
}

export function step(deviceId: number, change: Partial<RunView['steps'][number]> = {}): RunView['steps'][number] {
  return {
    deviceId,
    name: `Door ${deviceId}`,
    state: 'waiting',
    dueAt: null,
    reason: null,
    deviceCommand: null,
    ...change,
  }
}
