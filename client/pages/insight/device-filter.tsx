import { Button } from '@mantine/core'
import { device as deviceWatch } from '../../../contract/insight.ts'
import { useT } from '../../i18n/i18n.ts'
import { useRow, useWatch } from '../../stores/use-watch.ts'
import { Icon } from '../../ui/icons.tsx'

/** Shows that the list is limited to one device, and removes that limit. */
export function DeviceFilter({ id, onClear }: { id: number; onClear: () => void }) {
  const t = useT()
  const device = useRow(useWatch(deviceWatch, { deviceId: id }), 'device', id)
  const name = device?.name ?? '…'
  return (
    <Button
      variant="light"
      rightSection={<Icon name="close" size={18} />}
      aria-label={t('insight.filter.device.clear', { name })}
      onClick={onClear}
    >
      {t('insight.filter.device', { name })}
    </Button>
  )
}
