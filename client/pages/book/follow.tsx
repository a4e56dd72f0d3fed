import { useEffect } from 'react'
import { claims } from '../../../contract/reservations/book.ts'
import type { Span } from '../../../machines/booking/calendar.ts'
import { useWatch } from '../../stores/use-watch.ts'
import { serverNow, whileSeen } from '../../ui/clock.ts'
import { hoursAround } from './request.ts'

interface FollowProps {
  span: Span
  /** One site; all without it. */
  siteId?: number | undefined
  onChange: () => void
}

/** Calls back when something at the visible sites is claimed or released; for signed-out people every 15 s while the page is visible. */
export function Follow({ signedIn, ...props }: FollowProps & { signedIn: boolean }) {
  return signedIn ? <FollowClaims {...props} /> : <Poll onChange={props.onChange} />
}

function FollowClaims({ span, siteId, onChange }: FollowProps) {
  const { view } = useWatch(claims, { ...hoursAround(span), ...(siteId ? { siteId } : {}) })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    // A hold expires by the clock, without a change.
    const waitForNext = () => {
      clearTimeout(timer)
      const now = serverNow()
      const ends = [...view.rows('claim').values()].flatMap(({ view: claim }) => {
        const until = claim?.state === 'held' && claim.heldUntil !== null ? Date.parse(claim.heldUntil) : 0
        return until > now ? [until] : []
      })
      if (ends.length === 0) return
      timer = setTimeout(
        () => {
          onChange()
          waitForNext()
        },
        Math.min(...ends) - now + 100,
      )
    }
    waitForNext()
    const off = view.onRows('claim', () => {
      onChange()
      waitForNext()
    })
    return () => {
      off()
      clearTimeout(timer)
    }
  }, [view, onChange])
  return null
}

function Poll({ onChange }: { onChange: () => void }) {
  useEffect(() => whileSeen(15_000, onChange), [onChange])
  return null
}
