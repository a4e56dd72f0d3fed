import { type ReactNode, useEffect, useRef, useState } from 'react'
import { refusalText } from '../i18n/i18n.ts'
import { type LazyPart, statusOf } from './lazy-part.ts'
import { allowReload, reloadOnce } from './reload-once.ts'
import { ErrorState } from './states.tsx'
import { useLazy } from './use-lazy.ts'

interface LazyProps<P> {
  part: LazyPart<P>
  /** Shown until it is loaded. */
  waiting: ReactNode
  children: (loaded: P) => ReactNode
  /** The part is the purpose of the page, so the page may be reloaded: if nothing else helps, it reloads itself. */
  anew?: boolean
}

/** A part of a page that loads after the rest. If it fails to load, the rest stays. */
export function Lazy<P>({ part, waiting, children, anew = false }: LazyProps<P>) {
  const { loaded, failures, ask } = useLazy(part)
  useReloadWhenStuck(part, anew, failures, ask)
  const [retrying, setRetrying] = useState(false)
  const mounted = useRef(false)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  if (loaded !== null) return children(loaded)
  if (failures === 0) return waiting
  const retry = async () => {
    setRetrying(true)
    // The portal responds without the part: this page is older than the portal, or the browser does not retry.
    const stuck = !(await ask()) && (await portalResponds())
    if (stuck && mounted.current && part.loaded === null) window.location.reload()
    setRetrying(false)
  }
  return <ErrorState text={refusalText({ code: 'no-answer' })} onRetry={retry} retrying={retrying} />
}

/** Reloads the page, once, if allowed and if a part is stuck after `failures` tries. */
function useReloadWhenStuck(
  part: LazyPart<unknown>,
  may: boolean,
  failures: number,
  ask: () => Promise<boolean>,
): void {
  const { loaded } = part
  useEffect(() => {
    if (!may) return
    if (loaded !== null) return allowReload()
    if (failures === 0) return
    let active = true
    const check = async () => {
      const stuck = (await portalResponds()) && (await part.isStuck())
      if (!active) return
      if (part.loaded !== null) await ask()
      else if (stuck && document.visibilityState === 'visible') reloadOnce()
    }
    void check()
    return () => {
      active = false
    }
  }, [part, loaded, may, failures, ask])
}

/** Returns whether a reload would show a page. */
const portalResponds = async (): Promise<boolean> => (await statusOf('/app-config.json')) < 400
