import { useNavigate } from '@tanstack/react-router'
import { add, products } from '../../../contract/tenants.ts'
import { FormPage } from '../../forms/form-page.tsx'
import { useCommandForm } from '../../forms/use-command-form.tsx'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { useQuery } from '../../stores/use-query.ts'
import { BackButton } from '../../ui/back-button.tsx'
import { notify } from '../../ui/notify.tsx'
import { Page } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { emptyTenant, type ProductsView, tenantFields } from './tenant-fields.ts'
import { TenantForm } from './tenant-form.tsx'

/** A new company. */
export function AddTenant() {
  const t = useT()
  const { view, refusal, retry } = useQuery(products, {})
  if (view) return <NewTenant products={view} />
  if (refusal === null) return <PageSkeleton />
  return (
    <Page title={t('tenants.add')} back={<BackButton otherwise="/tenants">{t('common.tenants')}</BackButton>}>
      <ErrorState text={refusalText(refusal)} supportCode={refusal.supportCode} onRetry={retry} />
    </Page>
  )
}

function NewTenant({ products: sold }: { products: ProductsView }) {
  const t = useT()
  const navigate = useNavigate()
  const form = useCommandForm({
    def: add,
    fields: tenantFields,
    mode: 'add',
    initial: emptyTenant,
    toInput: ({ closing: _, ...values }) => values,
    onDone: (_, { name }) => {
      notify.success(t('tenants.added', { name }))
      void navigate({ to: '/tenants' })
    },
  })
  return (
    <FormPage
      form={form}
      title={t('tenants.add')}
      lead={t('tenants.lead')}
      back={<BackButton otherwise="/tenants">{t('common.tenants')}</BackButton>}
    >
      <TenantForm form={form} products={sold} />
    </FormPage>
  )
}
