import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { add } from '../../../contract/sites/admin.ts'
import { FormPage } from '../../forms/form-page.tsx'
import { useCommandForm } from '../../forms/use-command-form.tsx'
import { useT } from '../../i18n/i18n.ts'
import { BackButton } from '../../ui/back-button.tsx'
import { notify } from '../../ui/notify.tsx'
import { emptySite, siteFields } from './site-fields.ts'
import { SiteForm } from './site-form.tsx'

const route = getRouteApi('/sites/add')

/** A new site. It opens once it is added: its pictures come next. */
export function AddSite() {
  const t = useT()
  const navigate = useNavigate()
  const { zoneId, locationId } = route.useSearch()
  const form = useCommandForm({
    def: add,
    fields: siteFields,
    mode: 'add',
    initial: {
      ...emptySite(Intl.DateTimeFormat().resolvedOptions().timeZone),
      ...(zoneId === undefined ? {} : { zoneIds: [zoneId] }),
      ...(locationId === undefined ? {} : { locationId }),
    },
    onDone: (_, { name }) => {
      notify.success(t('sites.added', { name }))
      void navigate({ to: '/sites' })
    },
  })
  return (
    <FormPage
      form={form}
      title={t('sites.add')}
      lead={t('sites.add.lead')}
      back={<BackButton otherwise="/sites">{t('common.sites')}</BackButton>}
    >
      <SiteForm form={form} />
    </FormPage>
  )
}
