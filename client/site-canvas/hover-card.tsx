import { type ReactNode, useSyncExternalStore } from 'react'
import type { DeviceView } from '../../contract/devices.ts'
import { shownState } from '../../machines/device.ts'
import { isOpen } from '../devices/actions.ts'
import { deviceCommandWords } from '../devices/device-command-words.ts'
import { useT } from '../i18n/i18n.ts'
import type { LiveView } from '../link/view.ts'
import { useRow } from '../stores/use-watch.ts'
import { Age } from '../ui/age.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { boundsOf } from './geometry/box.ts'
import { toScreen } from './geometry/view.ts'
import type { Scene } from './scene.ts'
import classes from './site-canvas.module.css'

interface HoverCardProps {
  scene: Scene
  live: LiveView
  deviceId: number
  /** Replaces the text below the state, for a moment in the past. */
  facts?: ((device: DeviceView) => ReactNode) | undefined
}

/** The device under the pointer: name, state with its age, the command on its way. */
export function HoverCard({ scene, live, deviceId, facts }: HoverCardProps) {
  const t = useT()
  const device = useRow({ view: live }, 'device', deviceId) as DeviceView | null
  useSyncExternalStore(scene.onView, scene.view)
  const place = scene.placeOf(deviceId)
  if (place === null) return null
  const bounds = boundsOf(place)
  const { width } = scene.size()
  const low = toScreen(scene.view(), { x: (bounds.left + bounds.right) / 2, y: bounds.bottom })
  const high = toScreen(scene.view(), { x: 0, y: bounds.top })
  const below = high.y < 130
  return (
    <div
      className={classes.hover}
      aria-hidden="true"
      style={{
        left: Math.min(Math.max(low.x, 128), Math.max(128, width - 128)),
        top: below ? low.y + 10 : high.y - 10,
        transform: `translate(-50%, ${below ? '0' : '-100%'})`,
      }}
    >
      <strong>{device?.name ?? scene.faceOf(deviceId).name}</strong>
      {device === null ? (
        <span>{t('plan.unknown')}</span>
      ) : (
        <>
          <StatusBadge state={shownState(device)} quiet />
          {facts?.(device)}
          {!facts && (
            <span>
              {t('control.report')} <Age at={device.lastMessageAt} zone={device.site.timeZone} />
            </span>
          )}
          {device.deviceCommand !== null && isOpen(device.deviceCommand.state) && (
            <span>{deviceCommandWords(device.deviceCommand, t).text}</span>
          )}
        </>
      )}
    </div>
  )
}
