import { type ActorRefFrom, fromCallback } from 'xstate'
import { bookingWizard, type WizardEvent } from '../../../machines/booking-wizard.ts'
import { serverNow } from '../../ui/clock.ts'

export type WizardActor = ActorRefFrom<typeof bookingWizard>

/** The wizard with the clock of this page, set by the server's. */
export const wizard = bookingWizard.provide({
  actors: {
    countdown: fromCallback<WizardEvent, { until: number }>(({ input, sendBack }) => {
      const timer = setTimeout(() => sendBack({ type: 'LAPSED' }), Math.max(0, input.until - serverNow()))
      return () => clearTimeout(timer)
    }),
  },
})
