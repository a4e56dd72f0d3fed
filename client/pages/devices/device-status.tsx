import type { device as deviceWatch } from '../../../contract/insight.ts'
import { shownState } from '../../../machines/device.ts'
import { formatMetric } from '../../charts/metrics.ts'
import { doorText } from '../../devices/door-words.ts'
import { useT } from '../../i18n/i18n.ts'
import { type Live, useRow } from '../../stores/use-watch.ts'
import { Age } from '../../ui/age.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Panel } from '../../ui/page.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'

interface DeviceStatusProps {
  live: Live<(typeof deviceWatch)['kinds'][number]>
  deviceId: number
}

/** What a device reports, as it happens; it is not for people to change. */
export function DeviceStatus({ live, deviceId }: DeviceStatusProps) {
  const t = useT()
  const device = useRow(live, 'device', deviceId)
  if (!device) return null
  const { site, doorState, supplyVoltage } = device
  return (
    <Panel title={t('device-admin.reported')} aside={<StatusBadge state={shownState(device)} />}>
      <Facts>
        <Fact name={t('insight.fact.lastMessage')}>
          <Age at={device.lastMessageAt} zone={site.timeZone} />
        </Fact>
        <Fact name={t('device-admin.lastChange')}>
          <Age at={device.lastStateChange} zone={site.timeZone} />
        </Fact>
        <Fact name={t('device-admin.door')}>{doorState === null ? '–' : doorText(doorState, device.type, t)}</Fact>
        <Fact name={t('device-admin.voltage')}>
          {supplyVoltage === null ? '–' : formatMetric('supplyVoltage', supplyVoltage)}
        </Fact>
        <Fact name={t('device-admin.dirty')}>{t(device.sensorDirty ? 'common.yes' : 'common.no')}</Fact>
        <Fact name={t('common.gateway')}>
          {t(device.gateway.linked ? 'device-admin.gateway.linked' : 'device-admin.gateway.notLinked')}
        </Fact>
      </Facts>
    </Panel>
  )
}
