import { useParams } from '@tanstack/react-router'
import { RemoteActions } from './RemoteActions.tsx'
import { RemotePage } from './RemotePage.tsx'

/** The page of somebody for whom an operator reserved: sees place and time, fills in what is his, may cancel (RES-8). */
export function RemoteReservation() {
  const { token } = useParams({ from: '/reservations/remote/$token' })
  return (
    <RemotePage key={token} token={token}>
      {(remote, { refresh }) => <RemoteActions token={token} remote={remote} onChange={refresh} />}
    </RemotePage>
  )
}
