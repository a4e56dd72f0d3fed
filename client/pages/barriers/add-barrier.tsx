import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { add } from '../../../contract/barriers.ts'
import { options } from '../../../contract/devices/admin.ts'
import { site as siteQuery } from '../../../contract/sites.ts'
import { FormPage } from '../../forms/form-page.tsx'
import type { Named } from '../../forms/reference-field.tsx'
import { useCommandForm } from '../../forms/use-command-form.tsx'
import { useT } from '../../i18n/i18n.ts'
import { useQuery } from '../../stores/use-query.ts'
import { BackButton } from '../../ui/back-button.tsx'
import { notify } from '../../ui/notify.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { barrierFields, emptyBarrier, toEdit } from './barrier-fields.ts'
import { BarrierForm } from './barrier-form.tsx'

const route = getRouteApi('/barriers/add')

/** A new barrier, at the site from which one comes, or at the only one there is. */
export function AddBarrier() {
  const { siteId } = route.useSearch()
  return siteId === undefined ? <AtOnlySite /> : <AtSite siteId={siteId} />
}

function AtOnlySite() {
  const { view, refusal } = useQuery(options, { of: 'site' })
  if (view === null && refusal === null) return <PageSkeleton />
  const [only, ...others] = view ?? []
  return <NewBarrier site={only && others.length === 0 ? only : null} />
}

function AtSite({ siteId }: { siteId: number }) {
  const { view, refusal } = useQuery(siteQuery, { siteId })
  if (view === null && refusal === null) return <PageSkeleton />
  return <NewBarrier site={view} />
}

function NewBarrier({ site }: { site: Named | null }) {
  const t = useT()
  const navigate = useNavigate()
  const form = useCommandForm({
    def: add,
    fields: barrierFields,
    mode: 'add',
    initial: { ...emptyBarrier, siteId: site?.id ?? null },
    toInput: toEdit,
    onDone: (_, { description }) => {
      notify.success(t('barriers.added', { name: description }))
      void navigate({ to: '/barriers' })
    },
  })
  return (
    <FormPage
      form={form}
      title={t('barriers.add')}
      lead={t('barriers.lead')}
      back={<BackButton otherwise="/barriers">{t('barriers.title')}</BackButton>}
    >
      <BarrierForm form={form} site={site} />
    </FormPage>
  )
}
