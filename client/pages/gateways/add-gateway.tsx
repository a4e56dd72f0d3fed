import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { add } from '../../../contract/gateways.ts'
import { FormPage } from '../../forms/form-page.tsx'
import { useCommandForm } from '../../forms/use-command-form.tsx'
import { useT } from '../../i18n/i18n.ts'
import { BackButton } from '../../ui/back-button.tsx'
import { notify } from '../../ui/notify.tsx'
import { emptyGateway, gatewayFields } from './gateway-fields.ts'
import { GatewayForm } from './gateway-form.tsx'

const route = getRouteApi('/gateway/add')

/** A new gateway; its page then makes the token. */
export function AddGateway() {
  const t = useT()
  const navigate = useNavigate()
  const form = useCommandForm({
    def: add,
    fields: gatewayFields,
    mode: 'add',
    initial: { ...emptyGateway, ...route.useSearch() },
    toInput: (values) => values,
    onDone: ({ gatewayId }, { name }) => {
      notify.success(t('gateways.added', { name }))
      void navigate({ to: '/gateway/$gatewayId', params: { gatewayId: String(gatewayId) } as never })
    },
  })
  return (
    <FormPage
      form={form}
      title={t('gateways.add')}
      lead={t('gateways.add.lead')}
      back={<BackButton otherwise="/gateways">{t('operation.process.gateways')}</BackButton>}
    >
      <GatewayForm form={form} />
    </FormPage>
  )
}
