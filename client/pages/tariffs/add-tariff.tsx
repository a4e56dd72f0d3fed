import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { add, tenants } from '../../../contract/tariffs.ts'
import { FormPage } from '../../forms/form-page.tsx'
import type { Named } from '../../forms/reference-field.tsx'
import { useCommandForm } from '../../forms/use-command-form.tsx'
import { useT } from '../../i18n/i18n.ts'
import { useQuery } from '../../stores/use-query.ts'
import { BackButton } from '../../ui/back-button.tsx'
import { notify } from '../../ui/notify.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { newTariff, newTariffFields, toAdd } from './tariff-fields.ts'
import { CompanyField, TariffForm } from './tariff-form.tsx'

const route = getRouteApi('/tariffs/add')

/** A new tariff, of the company in the address, or of the person's if there is only one. */
export function AddTariff() {
  const { tenantId } = route.useSearch()
  const { view, refusal } = useQuery(tenants, {})
  if (view === null && refusal === null) return <PageSkeleton />
  const [only, ...others] = view ?? []
  const named = view?.find(({ id }) => id === tenantId) ?? null
  return <NewTariff tenant={only && others.length === 0 ? only : named} />
}

function NewTariff({ tenant }: { tenant: Named | null }) {
  const t = useT()
  const navigate = useNavigate()
  const form = useCommandForm({
    def: add,
    fields: newTariffFields,
    mode: 'add',
    initial: { ...newTariff, tenantId: tenant?.id ?? null },
    toInput: toAdd,
    onDone: (_, { name }) => {
      notify.success(t('tariffs.added', { name }))
      void navigate({ to: '/tariffs' })
    },
  })
  return (
    <FormPage
      form={form}
      title={t('tariffs.add')}
      lead={t('tariffs.lead')}
      back={<BackButton otherwise="/tariffs">{t('tariffs.title')}</BackButton>}
    >
      <CompanyField form={form} only={tenant} />
      <TariffForm form={form} />
    </FormPage>
  )
}
