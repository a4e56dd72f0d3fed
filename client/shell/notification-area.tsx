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
 * Shows notifications. The renderer loads at once for signed-in people, so that it is available offline;
 * for others with the first notification, which waits for it.
 */
export function NotificationArea() {
  const { state } = useSnapshot(session)
  const { notifications } = useNotifications()
  const { loaded: Notifications } = useLazy(area, state === 'active' || notifications.length > 0 ? 'now' : 'asked')
  return Notifications && <Notifications />
}
