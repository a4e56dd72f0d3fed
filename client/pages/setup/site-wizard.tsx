import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { makeSite } from '../../../contract/setup.ts'
import { FormPage } from '../../forms/form-page.tsx'
import { useCommandForm } from '../../forms/use-command-form.tsx'
import { useT } from '../../i18n/i18n.ts'
import { BackButton } from '../../ui/back-button.tsx'
import { notify } from '../../ui/notify.tsx'
import { newStation, siteWizardFields, toMakeSite } from './site-wizard-fields.ts'
import { SiteWizardForm } from './site-wizard-form.tsx'
import { SiteWizardPreview } from './site-wizard-preview.tsx'

const route = getRouteApi('/getting-started/site')

/** A site with equal devices in a grid on its plan, made at once. */
export function SiteWizard() {
  const t = useT()
  const navigate = useNavigate()
  const { zoneId, locationId } = route.useSearch()
  const form = useCommandForm({
    def: makeSite,
    fields: siteWizardFields,
    mode: 'add',
    initial: {
      ...newStation(Intl.DateTimeFormat().resolvedOptions().timeZone),
      ...(zoneId === undefined ? {} : { zoneIds: [zoneId] }),
      ...(locationId === undefined ? {} : { locationId }),
    },
    toInput: toMakeSite,
    onDone: ({ siteId, devices }, { name }) => {
      notify.success(t('setup.siteMade', { name, devices }))
      void navigate({ to: '/sites/$siteId', params: { siteId: String(siteId) } })
    },
  })
  return (
    <FormPage
      form={form}
      title={t('setup.wizard')}
      lead={t('setup.wizard.lead')}
      act={t('setup.wizard.make')}
      back={<BackButton otherwise="/getting-started">{t('setup.title')}</BackButton>}
      aside={<SiteWizardPreview values={form.mantine.getValues()} />}
    >
      <SiteWizardForm form={form} />
    </FormPage>
  )
}
