import { useEffect, useMemo } from 'react'
import { type AccessView, guestAccess } from '../../contract/control/own.ts'
import { refusalText } from '../i18n/i18n.ts'
import { guestLink, holdGuestLink } from '../link/guest.ts'
import { useRows, useWatch } from '../stores/use-watch.ts'
import { RowsSkeleton } from '../ui/skeletons.tsx'
import { ErrorState } from '../ui/states.tsx'
import { OpenScreen } from './open-screen.tsx'
import { guestOpener } from './opener.ts'

const first = (rows: AccessView[]) => rows[0] ?? null

/** The devices of a guest's link, live. `onRefused` is called as soon as the link is no longer valid. */
export function GuestOpen({ token, onRefused }: { token: string; onRefused: (code: string) => void }) {
  const { watches } = guestLink()
  useEffect(holdGuestLink, [])
  const live = useWatch(guestAccess, { token }, watches)
  const access = useRows(live, 'access', first)
  const opener = useMemo(() => guestOpener(token), [token])
  const refused = live.state === 'error' ? (live.refusal?.code ?? null) : null
  useEffect(() => {
    if (refused !== null) onRefused(refused)
  }, [refused, onRefused])
  if (live.state === 'error')
    return (
      <ErrorState
        text={live.refusal ? refusalText(live.refusal) : undefined}
        supportCode={live.refusal?.supportCode}
        onRetry={live.retry}
      />
    )
  if (access === null) return <RowsSkeleton rows={2} height="9rem" />
  return <OpenScreen opener={opener} live={live} access={access} />
}
