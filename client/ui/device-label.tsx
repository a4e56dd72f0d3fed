import type { BookedDevice } from '../../contract/reservations/view.ts'
import { useT } from '../i18n/i18n.ts'
import { nameIn } from '../i18n/named.ts'
import classes from './device-label.module.css'
import { Icon, iconNamed } from './icons.tsx'

/** A bookable device or companion: icon of its type, name, type and path. */
export function DeviceLabel({ device }: { device: Pick<BookedDevice, 'name' | 'type' | 'pathName' | 'pathIcon'> }) {
  const t = useT()
  return (
    <span className={classes.label}>
      <span className={classes.sign}>
        <Icon name={iconNamed(device.type.icon, 'device')} size={22} />
      </span>
      <span className={classes.words}>
        <strong className={classes.wordsStrong}>{device.name}</strong>
        <span className={classes.facts}>
          <span>{nameIn(device.type)}</span>
          {device.pathName !== null && (
            <span className={classes.path}>
              <Icon name={iconNamed(device.pathIcon, 'path')} size={16} />
              {t('common.pathName', { name: device.pathName })}
            </span>
          )}
        </span>
      </span>
    </span>
  )
}
