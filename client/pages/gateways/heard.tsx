import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { changes, type GatewayView } from '../../../contract/gateways.ts'
import { formatUnit } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { useRow, useWatch } from '../../stores/use-watch.ts'
import { Alert } from '../../ui/alert.tsx'
import { Fact, FactNote, Facts } from '../../ui/facts.tsx'
import { Panel } from '../../ui/page.tsx'
import type { GatewayFormView } from './gateway-fields.ts'
import { LastMessage } from './silence.tsx'

/** Returns what a gateway says of itself as it happens; until the first push what was read. */
export function useHeard(gateway: GatewayFormView): GatewayView {
  return useRow(useWatch(changes, {}), 'gateway', gateway.id) ?? gateway
}

/** Whether and when a gateway was heard, its clock and its devices; not for people to change. */
export function Heard({ gateway }: { gateway: GatewayFormView }) {
  const t = useT()
  const { lastMessageAt, linked, clockAheadMs } = useHeard(gateway)
  return (
    <Panel title={t('gateways.connection')}>
      <FirstMessage arrived={lastMessageAt !== null} was={gateway.lastMessageAt !== null} />
      <Facts>
        <Fact name={t('insight.fact.lastMessage')}>
          <LastMessage at={lastMessageAt} />
        </Fact>
        <Fact name={t('gateways.connection')}>
          {t(linked ? 'device-admin.gateway.linked' : 'device-admin.gateway.notLinked')}
        </Fact>
        <Fact name={t('gateways.clock')}>
          {clockAheadMs === null ? '–' : formatUnit(clockAheadMs / 1_000, 'second')}
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

/** Waits for the first message of a new gateway and says when it is there. */
function FirstMessage({ arrived, was }: { arrived: boolean; was: boolean }) {
  const t = useT()
  if (was) return null
  return (
    <Alert severity={arrived ? 'success' : 'info'}>
      {t(arrived ? 'gateways.firstMessage.arrived' : 'gateways.firstMessage.waiting')}
    </Alert>
  )
}
