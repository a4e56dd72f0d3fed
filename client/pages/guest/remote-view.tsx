import { useParams } from '@tanstack/react-router'
import { RemotePage } from './remote-page.tsx'

/** A read-only reservation (RES-8). */
export function RemoteView() {
  const { token } = useParams({ from: '/reservations/remote/$token/view' })
  return <RemotePage key={token} token={token} />
}
