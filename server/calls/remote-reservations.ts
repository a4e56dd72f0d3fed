import { remoteEdit, remoteState } from '../../contract/eticket.ts'
import { withRetry } from '../../db/retry.ts'
import { type HttpCall, limitAddress, type Reply, readBody } from '../http/call.ts'
import { cancelRemotely, editRemotely } from '../reservations/remote.ts'

/** PATCH /remote-reservations/:token: note, licence plate and RFID token of the holder. Public, limited by address. */
export async function patchRemoteReservation(call: HttpCall): Promise<Reply> {
  const edits = readBody(call, remoteEdit)
  return change(call, (trx, token) => editRemotely(trx, token, edits))
}

/** POST /remote-reservations/:token/cancel: the holder cancels. Public, limited by address, idempotent. */
export async function postRemoteCancel(call: HttpCall): Promise<Reply> {
  return change(call, cancelRemotely)
}

/** Both are idempotent, so they may be retried after a lost connection. */
async function change(call: HttpCall, work: typeof cancelRemotely): Promise<Reply> {
  await limitAddress(call, 'reservations.remote', { points: 30, seconds: 60 })
  const token = String(call.request.params['token'])
  const state = await withRetry(() => call.context.knex.transaction((trx) => work(trx, token)))
  return { json: remoteState.parse(state) }
}
