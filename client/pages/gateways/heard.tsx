import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { changes, type GatewayView } from '../../../contract/gateways.ts'
import { formatTime } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { useRow, useWatch } from '../../stores/use-watch.ts'
import { Alert } from '../../ui/alert.tsx'
import { Fact, FactNote, Facts } from '../../ui/facts.tsx'
import { Panel } from '../../ui/page.tsx'
import { clockText } from './clock.ts'
import type { GatewayFormView } from './gateway-fields.ts'
import classes from './gateways.module.css'
import { LastMessage } from './silence.tsx'

/** Returns what a gateway says of itself as it happens; until the first push what was read. */
export function useHeard(gateway: GatewayFormView): GatewayView {
  return useRow(useWatch(changes, {}), 'gateway', gateway.id) ?? gateway
}

/** Whether and when a gateway was heard, its clock and its devices; not for people to change. */
export function Heard({ gateway }: { gateway: GatewayFormView }) {
  const t = useT()
  const { lastMessageAt, linked, clockAheadMs, simulatedUntil } = useHeard(gateway)
  return (
    <Panel title={t('gateways.connection')}>
      {simulatedUntil !== null && (
        <div className={classes.notice}>
          <Alert severity="warning" title={t('gateways.simulated')}>
            {t('gateways.simulated.until', { time: formatTime(simulatedUntil) })}
          </Alert>
        </div>
      )}
      {simulatedUntil === null && gateway.lastMessageAt === null && <FirstMessage arrived={lastMessageAt !== null} />}
      <Facts>
        <Fact name={t('insight.fact.lastMessage')}>
          <LastMessage at={lastMessageAt} />
        </Fact>
        <Fact name={t('gateways.connection')}>
          {t(linked ? 'device-admin.gateway.linked' : 'device-admin.gateway.notLinked')}
        </Fact>
        <Fact name={t('gateways.clock')}>
          {clockAheadMs === null ? '–' : clockText(clockAheadMs, t)}
          <FactNote>{t('gateways.clock.hint')}</FactNote>
        </Fact>
        <Fact name={t('common.devices')}>
          <Anchor component={Link} to="/devices" search={{ gatewayId: gateway.id } as never}>
            {gateway.devices}
          </Anchor>
        </Fact>
      </Facts>
    </Panel>
  )
}

/** Says that the first message of a new gateway is awaited, then that it has arrived. */
export function FirstMessage({ arrived }: { arrived: boolean }) {
  const t = useT()
  return (
    <Alert severity={arrived ? 'success' : 'info'}>
      {t(arrived ? 'gateways.firstMessage.arrived' : 'gateways.firstMessage.waiting')}
    </Alert>
  )
}
