import type * as z from 'zod'
import { barrierView } from './barriers.ts'
import { accessView, doorView } from './control/own.ts'
import { deviceCommandView, deviceView, malfunctionView, readingView } from './devices.ts'
import { accessTimeView } from './events.ts'
import { gatewayView } from './gateways.ts'
import { importView } from './imports.ts'
import { incidentEntry, incidentView } from './insight.ts'
import { logView } from './logs.ts'
import { maintenanceView } from './maintenance.ts'
import { messageCountsView } from './messages.ts'
import { bookingView, claimView, paymentView, reservationView } from './reservations/view.ts'
import type { Audience, Room } from './rooms.ts'
import { meView } from './session.ts'
import { setupView } from './setup.ts'
import { planView } from './sites/plan.ts'
import { tariffView } from './tariffs.ts'

/** Kinds of changes that are pushed to screens, each with the schema of its view and the rooms that may carry it. */
export const changeKinds = {
  me: { view: meView, audience: ['user'] },
  reservation: { view: reservationView, audience: ['user'] },
  payment: { view: paymentView, audience: ['user'] },
  booking: { view: bookingView, audience: ['booking'] },
  claim: { view: claimView, audience: ['claims', 'claimsOfAll'] },
  access: { view: accessView, audience: ['access', 'ticket'] },
  door: { view: doorView, audience: ['door'] },
  device: { view: deviceView, audience: ['zone', 'site', 'device', 'all'] },
  deviceCommand: { view: deviceCommandView, audience: ['device'] },
  reading: { view: readingView, audience: ['device'] },
  malfunction: { view: malfunctionView, audience: ['zone', 'site', 'device', 'all'] },
  incident: { view: incidentView, audience: ['incident'] },
  incidentEntry: { view: incidentEntry, audience: ['incident'] },
  maintenance: { view: maintenanceView, audience: ['zone', 'all'] },
  messageCounts: { view: messageCountsView, audience: ['zone', 'all'] },
  plan: { view: planView, audience: ['site'] },
  gateway: { view: gatewayView, audience: ['all'] },
  barrier: { view: barrierView, audience: ['zone', 'site', 'all'] },
  tariff: { view: tariffView, audience: ['zone', 'all'] },
  accessTime: { view: accessTimeView, audience: ['zone', 'all'] },
  setup: { view: setupView, audience: ['all'] },
  import: { view: importView, audience: ['user', 'all'] },
  log: { view: logView, audience: ['all'] },
} as const satisfies Record<string, { readonly view: z.ZodType; readonly audience: readonly Audience[] }>

type Kinds = typeof changeKinds
export type ChangeKind = keyof Kinds
export type ViewOf<K extends ChangeKind> = z.output<Kinds[K]['view']>
/** The rooms that may carry a kind. */
export type RoomOf<K extends ChangeKind> = Room<Kinds[K]['audience'][number]>

interface ChangeOf<K extends ChangeKind> {
  readonly kind: K
  readonly id: number | string
  readonly version: number
  readonly view: ViewOf<K> | null
}
interface RoomChangeOf<K extends ChangeKind> extends ChangeOf<K> {
  readonly rooms: readonly RoomOf<K>[]
}
/** A complete row of a kind with its version; `view` null = deleted. The version of a row never decreases. */
export type Change<K extends ChangeKind = ChangeKind> = { [P in K]: ChangeOf<P> }[K]
/** A change bound to the rooms that may see it. */
export type RoomChange<K extends ChangeKind = ChangeKind> = { [P in K]: RoomChangeOf<P> }[K]

/** A change to publish: only with the view of its kind, and only to rooms of its audience. */
export function change<K extends ChangeKind>(kind: K, row: Omit<RoomChangeOf<K>, 'kind'>): RoomChangeOf<K> {
  return { kind, ...row }
}

/** Throws if a view does not match the schema of its kind. */
export function checkChange({ kind, view }: Change): void {
  if (view !== null) changeKinds[kind].view.parse(view)
}
