import { commandOutcome, requestAction } from '../../../contract/control/own.ts'
import { send } from '../../link/send.ts'
import type { Link } from '../../link/socket.ts'
import type { Opener } from '../opener.ts'

/** The owner of reservation 7 over a link of a test. */
export function requestOver(link: Link): Opener {
  return {
    key: 'test',
    link,
    give: ({ commandId, deviceId, action, validUntil }, options) =>
      send(
        requestAction,
        { reservationId: 7, deviceId, action, validUntil: new Date(validUntil).toISOString() },
        { ...options, id: commandId, link },
      ),
    outcome: (commandId) => send(commandOutcome, { commandId }, { link }),
    qr: async () => ({ ok: false, refusal: { code: 'no-answer' } }),
    arrive: null,
    allow: null,
  }
}
