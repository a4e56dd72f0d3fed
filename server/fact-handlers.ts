import { type FactHandlers, ignored } from './kernel/relay/call-fact-handlers.ts'
import type { MaintenanceFacts } from './maintenance/work.ts'
import type { MessageFacts } from './messages/work.ts'

interface Domains {
  readonly runs: { moved(runIds: string[]): Promise<void> | void }
  readonly evaluate: () => Promise<void> | void
  readonly messages: MessageFacts
  readonly maintenance: MaintenanceFacts
}

/** What follows from each fact, in the one process that leads. A fact that is declared stands here, or it does not compile. */
export function factHandlers({ runs, evaluate, messages, maintenance }: Domains): FactHandlers {
  return {
    // Every process hears it, for the gateways that hang on it.
    'control.commandIssued': ignored,
    'control.commandMoved': [({ runIds }) => runs.moved(runIds)],
    'control.accessEvent': [evaluate],
    'gateways.silent': [messages.onGatewaySilent],
    'maintenance.set': [maintenance.onSet],
    'maintenance.revoked': [maintenance.onRevoked],
    'maintenance.reworded': [maintenance.onReworded],
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
    'reservations.reserved': [messages.onReservation],
    'reservations.reservedRemotely': ignored,
    'reservations.extended': [messages.onReservation],
    'reservations.edited': ignored,
    'reservations.deviceChanged': [messages.onReservation, maintenance.onDeviceChanged],
    'reservations.canceled': [messages.onReservation, maintenance.onFreed],
    'reservations.refundRepaired': ignored,
    'reservations.shared': ignored,
    'reservations.shareRevoked': ignored,
    'sites.planSaved': ignored,
  }
}
