import { Button } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { read, remove, save } from '../../../contract/identity-providers.ts'
import { RemoveDialog } from '../../consequences/remove-dialog.tsx'
import { FormPage } from '../../forms/form-page.tsx'
import { useCommandForm } from '../../forms/use-command-form.tsx'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { send } from '../../link/send.ts'
import { useQuery } from '../../stores/use-query.ts'
import { BackButton } from '../../ui/back-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { notify } from '../../ui/notify.tsx'
import { Page } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { type ProviderView, providerFields, providerValues } from './provider-fields.ts'
import { ProviderForm } from './provider-form.tsx'

const route = getRouteApi('/tenants/$tenantId/sign-in')

/** The identity provider of a company: set up, tested, switched on and removed (ACC-12). */
export function Provider() {
  const t = useT()
  const tenantId = Number(route.useParams().tenantId)
  const { view, refusal, former, retry } = useQuery(read, { tenantId })
  if (view && !former) return <Loaded key={view.tenant.id} view={view} />
  if (refusal === null) return <PageSkeleton />
  return (
    <Page title={t('providers.title')} back={<BackButton otherwise="/tenants">{t('common.tenants')}</BackButton>}>
      <ErrorState text={refusalText(refusal)} supportCode={refusal.supportCode} onRetry={retry} />
    </Page>
  )
}

function Loaded({ view: { tenant, provider, callbacks } }: { view: ProviderView }) {
  const t = useT()
  const navigate = useNavigate()
  const [removing, setRemoving] = useState(false)
  const company = `/tenants/${tenant.id}`
  const form = useCommandForm({
    def: save,
    fields: providerFields,
    initial: providerValues(provider),
    version: provider?.version ?? 0,
    toInput: (values, version) => ({ tenantId: tenant.id, version, ...values }),
    onDone: () => {
      notify.success(t('providers.saved', { name: tenant.name }))
      void navigate({ to: company })
    },
  })
  return (
    <>
      <FormPage
        form={form}
        title={t('providers.title')}
        lead={t('providers.lead', { name: tenant.name })}
        back={<BackButton otherwise={company}>{tenant.name}</BackButton>}
        actions={
          provider && (
            <Button variant="default" leftSection={<Icon name="close" size={18} />} onClick={() => setRemoving(true)}>
              {t('providers.remove')}
            </Button>
          )
        }
      >
        <ProviderForm form={form} callbacks={callbacks} hasSecret={provider?.hasSecret ?? false} />
      </FormPage>
      {removing && provider && (
        <RemoveDialog
          form={form}
          title={t('common.deleteTitle', { name: provider.label })}
          text={t('providers.remove.text')}
          safetyWord={provider.label}
          consequences={{ act: 'remove', entity: 'identity-provider', ids: [tenant.id] }}
          remove={(world) => send(remove, { tenantId: tenant.id, version: provider.version, world })}
          onDone={() => {
            notify.success(t('providers.removed'))
            void navigate({ to: company })
          }}
          onClose={() => setRemoving(false)}
        />
      )}
    </>
  )
}
