import { useCallback, useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Refusal } from '../../../contract/refusals.ts'
import { i18n } from '../../i18n/i18n.ts'
import { http, mayPass } from '../../link/http.ts'
import { serverNow, setClockOffset, whileSeen } from '../../ui/clock.ts'
import { useRetry } from '../../ui/use-retry.ts'
import { anySummary, include, type Remote, remoteOf } from './remote.ts'

/** `fresh` false = the last try failed, what is shown is from `asOf` (ms). */
export interface RemoteState {
  readonly remote: Remote | null
  readonly refusal: Refusal<string> | null
  readonly asOf: number
  readonly asking: boolean
  readonly refresh: () => void
  /** Reloads on request: `asking` until there is a reply. */
  readonly retry: () => void
}

const everyMinute = 60_000

/** The reservation of a link: loaded at once, every minute while visible, when the language changes, soon after a temporary failure, and by `refresh`. */
export function useRemote(token: string): RemoteState {
  const { language } = useSnapshot(i18n)
  const [held, setHeld] = useState<Pick<RemoteState, 'remote' | 'refusal' | 'asOf'>>({
    remote: null,
    refusal: null,
    asOf: 0,
  })
  const [asking, setAsking] = useState(false)
  const [failures, setFailures] = useState(0)
  const request = useRef<AbortController | null>(null)
  const refresh = useCallback(() => {
    request.current?.abort()
    const mine = new AbortController()
    request.current = mine
    const path = `/reservation-summaries/${encodeURIComponent(token)}?include=${include}`
    void http('GET', path, { answer: anySummary, signal: mine.signal }).then((answer) => {
      if (mine.signal.aborted) return
      setAsking(false)
      setFailures((before) => (mayPass(answer) ? before + 1 : 0))
      if (!answer.ok) return setHeld((before) => ({ ...before, refusal: answer.refusal }))
      setClockOffset(Date.parse(answer.body.meta.now) - Date.now())
      const remote = remoteOf(answer.body)
      setHeld({ remote, refusal: remote === null ? { code: 'unknown-failure' } : null, asOf: serverNow() })
    })
  }, [token])
  useEffect(() => {
    void language // texts of the answer follow it
    refresh()
    const stop = whileSeen(everyMinute, refresh)
    return () => {
      stop()
      request.current?.abort()
    }
  }, [refresh, language])
  useRetry(failures, refresh)
  const retry = () => {
    setAsking(true)
    refresh()
  }
  return { ...held, asking, refresh, retry }
}
