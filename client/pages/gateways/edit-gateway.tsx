import { Button } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { edit, read, remove } from '../../../contract/gateways.ts'
import type { DependantKind } from '../../../contract/refusals.ts'
import { FormConsequences } from '../../consequences/form-consequences.tsx'
import { RemoveDialog } from '../../consequences/remove-dialog.tsx'
import { FormPage } from '../../forms/form-page.tsx'
import { useCommandForm } from '../../forms/use-command-form.tsx'
import { EntityHistory } from '../../history/entity-history.tsx'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { send } from '../../link/send.ts'
import { useQuery } from '../../stores/use-query.ts'
import { BackButton } from '../../ui/back-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { notify } from '../../ui/notify.tsx'
import { Page } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { type GatewayFormView, gatewayFields, gatewayInWords, gatewayValues } from './gateway-fields.ts'
import { GatewayForm } from './gateway-form.tsx'
import classes from './gateways.module.css'
import { Heard } from './heard.tsx'
import { Tokens } from './tokens.tsx'

const route = getRouteApi('/gateway/$gatewayId')

/** One gateway: edited and deleted, beside its tokens and what is heard of it. */
export function EditGateway() {
  const t = useT()
  const gatewayId = Number(route.useParams().gatewayId)
  const { view, refusal, former, retry } = useQuery(read, { gatewayId })
  if (view && !former && !refusal) return <Loaded key={view.id} gateway={view} onMade={retry} />
  if (!refusal) return <PageSkeleton />
  const gone = refusal.code === 'not-found' || refusal.code === 'bad-input'
  return (
    <Page
      title={t('common.gateway')}
      back={<BackButton otherwise="/gateways">{t('operation.process.gateways')}</BackButton>}
    >
      {gone ? (
        <EmptyState icon="gateway" title={t('gateways.gone')} text={t('gateways.gone.text')} />
      ) : (
        <ErrorState text={refusalText(refusal)} supportCode={refusal.supportCode} onRetry={retry} />
      )}
    </Page>
  )
}

function Loaded({ gateway, onMade }: { gateway: GatewayFormView; onMade: () => void }) {
  const t = useT()
  const navigate = useNavigate()
  const world = useRef<string | undefined>(undefined)
  const form = useCommandForm({
    def: edit,
    fields: gatewayFields,
    initial: gatewayValues(gateway),
    version: gateway.version,
    toInput: (values, version) => ({ gatewayId: gateway.id, version, ...values, world: world.current }),
    onDone: (_, { name }) => {
      notify.success(t('gateways.saved', { name }))
      void navigate({ to: '/gateways' })
    },
  })
  const [removing, setRemoving] = useState(false)
  return (
    <>
      <FormPage
        form={form}
        history={<EntityHistory entity="gateway" id={gateway.id} />}
        title={gateway.name}
        lead={gateway.site?.name ?? gateway.hardwareId}
        back={<BackButton otherwise="/gateways">{t('operation.process.gateways')}</BackButton>}
        inWords={gatewayInWords(gateway, t)}
        actions={
          <Button variant="default" leftSection={<Icon name="close" size={18} />} onClick={() => setRemoving(true)}>
            {t('gateways.remove')}
          </Button>
        }
        aside={
          <div className={classes.aside}>
            <Heard gateway={gateway} />
            <Tokens gateway={gateway} onMade={onMade} />
          </div>
        }
      >
        <FormConsequences
          form={form}
          world={world}
          act={movesOrStops(gateway, form.mantine.getValues()) ? { act: 'gateway-edit', gatewayId: gateway.id } : null}
        />
        <GatewayForm form={form} gateway={gateway} />
      </FormPage>
      {removing && (
        <RemoveDialog
          form={form}
          title={t('common.deleteTitle', { name: gateway.name })}
          text={t('gateways.remove.text')}
          safetyWord={gateway.name}
          consequences={{ act: 'remove', entity: 'gateway', ids: [gateway.id] }}
          remove={(world) => send(remove, { gatewayId: gateway.id, version: gateway.version, world })}
          linkTo={dependantPage}
          onDone={() => {
            notify.success(t('gateways.removed', { name: gateway.name }))
            void navigate({ to: '/gateways' })
          }}
          onClose={() => setRemoving(false)}
        />
      )}
    </>
  )
}

/** Where what hangs on a gateway can be looked at. */
function dependantPage(kind: DependantKind, id: number): string | null {
  if (kind === 'device' || kind === 'parking-lot') return `/devices/${id}/edit`
  return kind === 'barrier' ? `/barriers/${id}` : null
}

/** Returns whether saving moves the gateway to another site or takes it out of service. */
const movesOrStops = (gateway: GatewayFormView, values: ReturnType<typeof gatewayValues>): boolean =>
  values.siteId !== (gateway.site?.id ?? null) || values.maintenanceState !== gateway.maintenanceState
