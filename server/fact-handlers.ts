import { type FactHandlers, ignored } from './kernel/relay/call-fact-handlers.ts'
import type { MaintenanceFacts } from './maintenance/work.ts'
import type { NoticeFacts } from './messages/work.ts'

interface Domains {
  readonly runs: { moved(runIds: string[]): Promise<void> | void }
  readonly evaluate: () => Promise<void> | void
  readonly notices: NoticeFacts
  readonly maintenance: MaintenanceFacts
}

/** What follows from each fact, in the one process that leads. A fact that is declared stands here, or it does not compile. */
export function factHandlers({ runs, evaluate, notices, maintenance }: Domains): FactHandlers {
  return {
    // Every process hears it, for the gateways that hang on it.
    'control.commandIssued': ignored,
    'control.commandMoved': [({ runIds }) => runs.moved(runIds)],
    'control.accessEvent': [evaluate],
    'gateways.silent': [notices.onGatewaySilent],
    'maintenance.set': [maintenance.onSet],
    'maintenance.revoked': [maintenance.onRevoked],
    'maintenance.progressed': [maintenance.onProgressed],
    'overstay.begun': ignored,
    'overstay.settled': ignored,
    'overstay.ended': ignored,
    'overstay.nextFreed': ignored,
    'overstay.nextNotMoved': ignored,
    'payments.booked': [maintenance.onBooked],
    'payments.credited': ignored,
    'payments.failed': ignored,
    'reservations.held': ignored,
    'reservations.abandoned': [maintenance.onFreed],
    'reservations.timedOut': [maintenance.onFreed],
    'reservations.paymentStarted': ignored,
    'reservations.reserved': [notices.onReservation],
    'reservations.reservedRemotely': ignored,
    'reservations.extended': [notices.onReservation],
    'reservations.edited': ignored,
    'reservations.deviceChanged': [notices.onReservation, maintenance.onDeviceChanged],
    'reservations.canceled': [notices.onReservation, maintenance.onFreed],
    'reservations.refundRepaired': ignored,
    'reservations.shared': ignored,
    'reservations.shareRevoked': ignored,
    'sites.planSaved': ignored,
  }
}
