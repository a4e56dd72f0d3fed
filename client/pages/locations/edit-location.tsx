import { Button } from '@mantine/core'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { edit, read, remove } from '../../../contract/locations.ts'
import type { DependantKind } from '../../../contract/refusals.ts'
import { sessionMe } from '../../../contract/session.ts'
import { RemoveDialog } from '../../consequences/remove-dialog.tsx'
import { FormPage } from '../../forms/form-page.tsx'
import { useCommandForm } from '../../forms/use-command-form.tsx'
import { EntityHistory } from '../../history/entity-history.tsx'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { send } from '../../link/send.ts'
import { Pictures } from '../../media/pictures.tsx'
import { useChangeCounter } from '../../stores/use-change-counter.ts'
import { useQuery } from '../../stores/use-query.ts'
import { useWatch } from '../../stores/use-watch.ts'
import { BackButton } from '../../ui/back-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { notify } from '../../ui/notify.tsx'
import { Page } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { type LocationView, locationFields, locationValues } from './location-fields.ts'
import { LocationForm } from './location-form.tsx'
import { useLocationName } from './location-name.ts'

const route = getRouteApi('/locations/$locationId')

/** One location: edited and deleted. */
export function EditLocation() {
  const t = useT()
  const locationId = Number(route.useParams().locationId)
  const moved = useChangeCounter(useWatch(sessionMe, {}), 'me')
  const { view, refusal, former, retry } = useQuery(read, { locationId }, moved)
  const gone = refusal?.code === 'not-found' || refusal?.code === 'bad-input'
  if (view && !former && !gone) return <Loaded key={view.id} location={view} />
  if (refusal === null) return <PageSkeleton />
  return (
    <Page
      title={t('device-admin.location')}
      back={<BackButton otherwise="/locations">{t('locations.title')}</BackButton>}
    >
      {gone ? (
        <EmptyState icon="pin" title={t('locations.gone')} text={t('locations.gone.text')} />
      ) : (
        <ErrorState text={refusalText(refusal)} supportCode={refusal.supportCode} onRetry={retry} />
      )}
    </Page>
  )
}

function Loaded({ location }: { location: LocationView }) {
  const t = useT()
  const navigate = useNavigate()
  const nameOf = useLocationName()
  const title = nameOf(location)
  const form = useCommandForm({
    def: edit,
    fields: locationFields,
    initial: locationValues(location),
    version: location.version,
    toInput: (values, version) => ({ locationId: location.id, version, ...values }),
    onDone: (_, { name, address, city }) => {
      notify.success(t('locations.saved', { name: nameOf({ id: location.id, name, address, city }) }))
      void navigate({ to: '/locations' })
    },
  })
  const [removing, setRemoving] = useState(false)
  return (
    <>
      <FormPage
        form={form}
        history={<EntityHistory entity="location" id={location.id} />}
        title={title}
        lead={
          <Link to="/sites" search={{ locationId: location.id }}>
            {t('locations.sites')}
          </Link>
        }
        back={<BackButton otherwise="/locations">{t('locations.title')}</BackButton>}
        aside={<Pictures of={{ locationId: location.id }} />}
        actions={
          <Button variant="default" leftSection={<Icon name="close" size={18} />} onClick={() => setRemoving(true)}>
            {t('locations.remove')}
          </Button>
        }
      >
        <LocationForm form={form} location={location} />
      </FormPage>
      {removing && (
        <RemoveDialog
          form={form}
          title={t('common.deleteTitle', { name: title })}
          text={t('locations.remove.text')}
          safetyWord={title}
          consequences={{ act: 'remove', entity: 'location', ids: [location.id] }}
          remove={(world) => send(remove, { locationId: location.id, version: location.version, world })}
          linkTo={dependantPage}
          onDone={() => {
            notify.success(t('locations.removed', { name: title }))
            void navigate({ to: '/locations' })
          }}
          onClose={() => setRemoving(false)}
        />
      )}
    </>
  )
}

/** Where what stands at a location can be looked at. */
function dependantPage(kind: DependantKind, id: number): string | null {
  if (kind === 'site') return `/sites/${id}`
  return kind === 'device' ? `/devices/${id}/edit` : null
}
