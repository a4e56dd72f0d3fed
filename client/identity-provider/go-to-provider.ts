import * as z from 'zod'
import type { Refusal } from '../../contract/refusals.ts'
import { http } from '../link/http.ts'
import { tabStorage } from '../ui/tab-storage.ts'

/** What this tab must know when the identity provider sends the browser back. */
export interface Return {
  /** Page to which the person returns if the sign-in fails. */
  readonly from: string
  /** Page that the person wanted to open. */
  readonly redirect?: string
}
const stored = 'sign-in-at-provider'

/** Leaves for the identity provider by a call that says where it is. Returns a refusal if that fails. */
export async function goToProvider(
  path: '/users/oidc/start' | '/codes/prepareTuAuthorize',
  body: object,
  back: Return,
): Promise<Refusal<string> | null> {
  const answer = await http('POST', path, { body, answer: z.object({ address: z.string() }) })
  if (!answer.ok) return answer.refusal
  tabStorage.set(stored, back)
  window.location.assign(answer.body.address)
  return null
}

/** Returns from where this tab left for the identity provider. */
export function returnOf(): Return {
  return tabStorage.get<Return>(stored) ?? { from: '/users/login' }
}
