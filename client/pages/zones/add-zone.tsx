import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { add, tenants } from '../../../contract/zones.ts'
import { FormPage } from '../../forms/form-page.tsx'
import type { Named } from '../../forms/reference-field.tsx'
import { useCommandForm } from '../../forms/use-command-form.tsx'
import { useT } from '../../i18n/i18n.ts'
import { useQuery } from '../../stores/use-query.ts'
import { BackButton } from '../../ui/back-button.tsx'
import { notify } from '../../ui/notify.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { emptyZone, toEdit, zoneFields } from './zone-fields.ts'
import { ZoneForm } from './zone-form.tsx'

const route = getRouteApi('/zones/add')

/** A new zone, of the company in the address, or of the person's if there is only one. */
export function AddZone() {
  const { tenantId } = route.useSearch()
  const { view, refusal } = useQuery(tenants, {})
  if (view === null && refusal === null) return <PageSkeleton />
  const [only, ...others] = view ?? []
  const named = view?.find(({ id }) => id === tenantId) ?? null
  return <NewZone tenant={only && others.length === 0 ? only : named} />
}

function NewZone({ tenant }: { tenant: Named | null }) {
  const t = useT()
  const navigate = useNavigate()
  const form = useCommandForm({
    def: add,
    fields: zoneFields,
    mode: 'add',
    initial: { ...emptyZone, tenantId: tenant?.id ?? null },
    toInput: toEdit,
    onDone: (_, { name }) => {
      notify.success(t('zones.added', { name }))
      void navigate({ to: '/zones' })
    },
  })
  return (
    <FormPage
      form={form}
      title={t('zones.add')}
      lead={t('zones.lead')}
      back={<BackButton otherwise="/zones">{t('common.zones')}</BackButton>}
    >
      <ZoneForm form={form} tenant={tenant} />
    </FormPage>
  )
}
