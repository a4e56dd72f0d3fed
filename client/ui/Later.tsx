import { type ReactNode, useEffect, useRef, useState } from 'react'
import { refusalText } from '../i18n/i18n.ts'
import type { Part } from './part.ts'
import { ErrorState } from './States.tsx'
import { useLater } from './useLater.ts'

interface LaterProps<P> {
  part: Part<P>
  /** Shown until it is there. */
  waiting: ReactNode
  children: (loaded: P) => ReactNode
}

/** A part of a page that comes when the rest stands. The rest stays when it does not come. */
export function Later<P>({ part, waiting, children }: LaterProps<P>) {
  const { loaded, failed, ask } = useLater(part)
  const [asking, setAsking] = useState(false)
  const stands = useRef(false)
  useEffect(() => {
    stands.current = true
    return () => {
      stands.current = false
    }
  }, [])
  if (loaded !== null) return children(loaded)
  if (!failed) return waiting
  const retry = async () => {
    setAsking(true)
    // The portal is there and the part is not: this page is older than the portal, or the browser will not ask for it again.
    const stuck = !(await ask()) && (await portalAnswers())
    if (stuck && stands.current) window.location.reload()
    setAsking(false)
  }
  return <ErrorState text={refusalText({ code: 'no-answer' })} onRetry={retry} retrying={asking} />
}

/** Whether loading this page anew would show one. */
const portalAnswers = (): Promise<boolean> =>
  fetch('/app-config.json', { cache: 'no-store', signal: AbortSignal.timeout(10_000) }).then(
    ({ ok }) => ok,
    () => false,
  )
