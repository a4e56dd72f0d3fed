import { useParams } from '@tanstack/react-router'
import { guestToken } from './guest-link.ts'
import { LinkElsewhere } from './link-elsewhere.tsx'
import { GiveBack, RemoteEntries } from './remote-actions.tsx'
import { RemotePage } from './remote-page.tsx'

/** The page of somebody for whom an operator reserved: shows place and time, takes their details, may cancel (RES-8). */
export function RemoteReservation() {
  const token = guestToken(useParams({ from: '/reservations/remote/$token' }).token)
  if (token === null) return <LinkElsewhere />
  return (
    <RemotePage
      key={token}
      token={token}
      foot={(remote, { refresh }) => <GiveBack token={token} remote={remote} onChange={refresh} />}
    >
      {(remote, { refresh }) => <RemoteEntries token={token} remote={remote} onChange={refresh} />}
    </RemotePage>
  )
}
