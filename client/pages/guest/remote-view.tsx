import { useParams } from '@tanstack/react-router'
import { guestToken } from './guest-link.ts'
import { LinkElsewhere } from './link-elsewhere.tsx'
import { RemotePage } from './remote-page.tsx'

/** A read-only reservation (RES-8). */
export function RemoteView() {
  const token = guestToken(useParams({ from: '/reservations/remote/$token/view' }).token)
  return token === null ? <LinkElsewhere /> : <RemotePage key={token} token={token} />
}
