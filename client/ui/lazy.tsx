import { type ReactNode, useEffect, useRef, useState } from 'react'
import { refusalText } from '../i18n/i18n.ts'
import { type Part, statusOf } from './lazy-part.ts'
import { cameHere, comeAnewOnce } from './reload-once.ts'
import { ErrorState } from './states.tsx'
import { useLater } from './use-lazy.ts'

interface LaterProps<P> {
  part: Part<P>
  /** Shown until it is there. */
  waiting: ReactNode
  children: (loaded: P) => ReactNode
  /** The part is what people came for, and the page would come as it is: where nothing else helps, the page comes anew by itself. */
  anew?: boolean
}

/** A part of a page that comes when the rest stands. The rest stays when it does not come. */
export function Later<P>({ part, waiting, children, anew = false }: LaterProps<P>) {
  const { loaded, failures, ask } = useLater(part)
  useAnew(part, anew, failures, ask)
  const [asking, setAsking] = useState(false)
  const stands = useRef(false)
  useEffect(() => {
    stands.current = true
    return () => {
      stands.current = false
    }
  }, [])
  if (loaded !== null) return children(loaded)
  if (failures === 0) return waiting
  const retry = async () => {
    setAsking(true)
    // The portal is there and the part is not: this page is older than the portal, or the browser will not ask for it again.
    const stuck = !(await ask()) && (await portalAnswers())
    if (stuck && stands.current && part.loaded === null) window.location.reload()
    setAsking(false)
  }
  return <ErrorState text={refusalText({ code: 'no-answer' })} onRetry={retry} retrying={asking} />
}

/** Loads the page anew, once, where it may and a part is stuck after `failures` tries. */
function useAnew(part: Part<unknown>, may: boolean, failures: number, ask: () => Promise<boolean>): void {
  const { loaded } = part
  useEffect(() => {
    if (!may) return
    if (loaded !== null) return cameHere()
    if (failures === 0) return
    let looking = true
    const look = async () => {
      const stuck = (await portalAnswers()) && (await part.triesInVain())
      if (!looking) return
      if (part.loaded !== null) await ask()
      else if (stuck && document.visibilityState === 'visible') comeAnewOnce()
    }
    void look()
    return () => {
      looking = false
    }
  }, [part, loaded, may, failures, ask])
}

/** Whether loading this page anew would show one. */
const portalAnswers = async (): Promise<boolean> => (await statusOf('/app-config.json')) < 400
