import { useNavigate } from '@tanstack/react-router'
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

/** A new tariff, of the person's company if there is only one. */
export function AddTariff() {
  const { view, refusal } = useQuery(tenants, {})
  if (view === null && refusal === null) return <PageSkeleton />
  const [only, ...others] = view ?? []
  return <NewTariff tenant={only && others.length === 0 ? only : null} />
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
