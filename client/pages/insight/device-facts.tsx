import type { ReactNode } from 'react'
import type { DeviceView } from '../../../contract/devices.ts'
import type { Metric } from '../../../contract/insight.ts'
import { formatMetric } from '../../charts/metrics.ts'
import { useT } from '../../i18n/i18n.ts'
import { Age } from '../../ui/age.tsx'
import { Icon } from '../../ui/icons.tsx'
import classes from './device.module.css'

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className={classes.factsTerm}>{name}</dt>
      <dd className={classes.factsValue}>{children}</dd>
    </div>
  )
}

/** Facts of a device besides its state: gateway and site, last message, last measurement. */
export function DeviceFacts({ device }: { device: DeviceView }) {
  const t = useT()
  const zone = device.site.timeZone
  const measured = (['temperature', 'humidity', 'supplyVoltage', 'rssi'] as const satisfies readonly Metric[]).flatMap(
    (metric) => {
      const value = device[metric]
      return value === null ? [] : [{ metric, text: formatMetric(metric, value) }]
    },
  )
  return (
    <>
      {device.sensorDirty && (
        <p className={classes.dirty}>
          <Icon name="dirt" size={18} /> {t('insight.fact.dirty')}
        </p>
      )}
      <dl className={classes.facts}>
        <Fact name={t('common.gateway')}>
          {device.gateway.name} ({t(device.gateway.linked ? 'insight.fact.linked' : 'insight.fact.notLinked')})
        </Fact>
        <Fact name={t('insight.fact.lastMessage')}>
          <Age at={device.lastMessageAt} zone={zone} />
        </Fact>
        <Fact name={t('insight.fact.lastChange')}>
          <Age at={device.lastStateChange} zone={zone} />
        </Fact>
        {measured.map(({ metric, text }) => (
          <Fact key={metric} name={t(`insight.metric.${metric}`)}>
            {text}
          </Fact>
        ))}
        <Fact name={t('insight.fact.hardware')}>{device.hardwareId}</Fact>
        <Fact name={t('common.monitoring')}>{t(device.monitoring ? 'insight.fact.on' : 'insight.fact.off')}</Fact>
      </dl>
    </>
  )
}
