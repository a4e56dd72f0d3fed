import { useMediaQuery } from '@mantine/hooks'
import { Notifications as MantineNotifications } from '@mantine/notifications'

/** Position of notifications: below the header on small screens, in the corner of large ones. */
export function Notifications() {
  const compact = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
  return (
    <MantineNotifications
      position={compact ? 'top-right' : 'bottom-right'}
      limit={4}
      containerWidth={420}
      zIndex={400}
    />
  )
}
