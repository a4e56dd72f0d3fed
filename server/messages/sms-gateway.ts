import { connectMs, type FailureKind, SendFailure, type SmsPort } from './port.ts'

/** Sends SMS through a gateway that accepts POST { to, text, id } as JSON with 2xx; retries have the same `id`. `token` is sent as a bearer token. */
export function createSmsGateway({ url, token }: { url: string; token: string | undefined }): SmsPort {
  return {
    via: 'sms-gateway',
    async send(sms, signal) {
      let status: number
      try {
        const response = await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
          body: JSON.stringify(sms),
          redirect: 'error',
          signal: AbortSignal.any([signal, AbortSignal.timeout(connectMs)]),
        })
        status = response.status
        await response.body?.cancel()
      } catch (error) {
        throw new SendFailure('away', error instanceof Error ? error.message : String(error), { cause: error })
      }
      const kind = kindOf(status)
      if (kind) throw new SendFailure(kind, `The SMS gateway answered ${status}`)
    },
    close: () => {},
  }
}

/** Returns null if accepted. A rejected message fails alone; refused credentials stop all. */
function kindOf(status: number): FailureKind | null {
  if (status >= 200 && status < 300) return null
  if (status === 429 || status === 408) return 'later'
  return status >= 400 && status < 500 && ![401, 403, 404, 405].includes(status) ? 'refused' : 'away'
}
