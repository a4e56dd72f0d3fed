import { useNotifications } from '@mantine/notifications'
import { useSnapshot } from 'valtio'
import { session } from '../stores/session.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { useLazy } from '../ui/use-lazy.ts'

const area = lazyPart(
  () => import('./notifications.tsx'),
  ({ Notifications }) => Notifications,
)

/**
 * Shows notifications. What draws them loads at once for somebody who is signed in, so that it is there when the connection is not;
 * for others with the first notification, which waits for it.
 */
export function NotificationArea() {
  const { state } = useSnapshot(session)
  const { notifications } = useNotifications()
  const { loaded: Notifications } = useLazy(area, state === 'active' || notifications.length > 0 ? 'now' : 'asked')
  return Notifications && <Notifications />
}
