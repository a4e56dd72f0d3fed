import * as problems from '../../contract/problems.ts'
import { ask, type HttpCall, noParameters, type Reply, readQuery } from '../http/call.ts'

/** GET /users/databaseProblems: inconsistent users and companies, for admins. */
export async function getUserProblems(call: HttpCall): Promise<Reply> {
  readQuery(call, noParameters)
  return { json: { problems: await ask(call, problems.users, {}) } }
}

/** GET /reservations/databaseProblems: inconsistent reservations, for admins. */
export async function getReservationProblems(call: HttpCall): Promise<Reply> {
  readQuery(call, noParameters)
  return { json: { problems: await ask(call, problems.reservations, {}) } }
}

/** GET /devices/databaseProblems: inconsistent devices, gateways and sites, for admins. */
export async function getDeviceProblems(call: HttpCall): Promise<Reply> {
  readQuery(call, noParameters)
  return { json: { problems: await ask(call, problems.devices, {}) } }
}
