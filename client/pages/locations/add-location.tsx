import { useNavigate } from '@tanstack/react-router'
import { add } from '../../../contract/locations.ts'
import { FormPage } from '../../forms/form-page.tsx'
import { useCommandForm } from '../../forms/use-command-form.tsx'
import { useT } from '../../i18n/i18n.ts'
import { BackButton } from '../../ui/back-button.tsx'
import { notify } from '../../ui/notify.tsx'
import { emptyLocation, locationFields } from './location-fields.ts'
import { LocationForm } from './location-form.tsx'
import { useLocationName } from './location-name.ts'

/** A new location. */
export function AddLocation() {
  const t = useT()
  const navigate = useNavigate()
  const nameOf = useLocationName()
  const form = useCommandForm({
    def: add,
    fields: locationFields,
    mode: 'add',
    initial: emptyLocation,
    onDone: ({ locationId: id }, { name, address, city }) => {
      notify.success(t('locations.added', { name: nameOf({ id, name, address, city }) }))
      void navigate({ to: '/locations' })
    },
  })
  return (
    <FormPage
      form={form}
      title={t('locations.add')}
      lead={t('locations.lead')}
      back={<BackButton otherwise="/locations">{t('locations.title')}</BackButton>}
    >
      <LocationForm form={form} />
    </FormPage>
  )
}
