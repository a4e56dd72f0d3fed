import { useParams } from '@tanstack/react-router'
import { RemotePage } from './remote-page.tsx'

/** A reservation to look at: nothing can be changed here (RES-8). */
export function RemoteView() {
  const { token } = useParams({ from: '/reservations/remote/$token/view' })
  return <RemotePage key={token} token={token} />
}
