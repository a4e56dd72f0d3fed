import { Button } from '@mantine/core'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { changes, edit, read } from '../../../contract/events.ts'
import { FormConsequences } from '../../consequences/form-consequences.tsx'
import { FormPage } from '../../forms/form-page.tsx'
import { useCommandForm } from '../../forms/use-command-form.tsx'
import { EntityHistory } from '../../history/entity-history.tsx'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { useChangeCounter } from '../../stores/use-change-counter.ts'
import { useQuery } from '../../stores/use-query.ts'
import { useWatch } from '../../stores/use-watch.ts'
import { BackButton } from '../../ui/back-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { notify } from '../../ui/notify.tsx'
import { Page } from '../../ui/page.tsx'
import { useAddress } from '../../ui/page-address.ts'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { Booked } from './booked.tsx'
import { type EventView, eventFields, eventInWords, eventValues, toInput } from './event-fields.ts'
import { EventForm } from './event-form.tsx'
import { Preview } from './preview.tsx'
import { RemoveEvent } from './remove-event.tsx'
import { editSearch } from './search.ts'
import { useOptions } from './use-options.ts'
import { usePreview } from './use-preview.ts'

const route = getRouteApi('/events/edit')

/** One access time: edited, copied and deleted. */
export function EditEvent() {
  const t = useT()
  const { eventId } = useAddress(editSearch, route.useSearch())
  const moved = useChangeCounter(useWatch(changes, {}), 'accessTime')
  const { view, refusal, former, retry } = useQuery(read, eventId === undefined ? null : { eventId }, moved)
  const gone = eventId === undefined || refusal?.code === 'not-found' || refusal?.code === 'bad-input'
  if (view && !former && !gone) return <Loaded key={view.id} event={view} />
  if (refusal === null && !gone) return <PageSkeleton />
  return (
    <Page title={t('common.accessTime')} back={<BackButton otherwise="/events">{t('common.accessTimes')}</BackButton>}>
      {gone ? (
        <EmptyState icon="schedule" title={t('events.gone')} text={t('events.gone.text')} />
      ) : (
        refusal && <ErrorState text={refusalText(refusal)} supportCode={refusal.supportCode} onRetry={retry} />
      )}
    </Page>
  )
}

function Loaded({ event }: { event: EventView }) {
  const t = useT()
  const navigate = useNavigate()
  const world = useRef<string | undefined>(undefined)
  const form = useCommandForm({
    def: edit,
    fields: eventFields,
    initial: eventValues(event),
    version: event.version,
    toInput: (values, version) => ({ eventId: event.id, version, ...toInput(values), world: world.current }),
    onDone: (_, { name }) => {
      notify.success(t('events.saved', { name }))
      void navigate({ to: '/events' })
    },
  })
  const [removing, setRemoving] = useState(false)
  const offered = useOptions(event.zone.id)
  return (
    <>
      <FormPage
        form={form}
        history={<EntityHistory entity="event" id={event.id} />}
        title={event.name}
        lead={event.zone.name}
        back={<BackButton otherwise="/events">{t('common.accessTimes')}</BackButton>}
        inWords={eventInWords(offered.view)}
        aside={<Preview found={usePreview(event.zone.id, event.id, form.mantine.getValues())} />}
        actions={
          <>
            <Button
              variant="default"
              component={Link}
              to="/events/add"
              search={{ copyOf: event.id } as never}
              leftSection={<Icon name="copy" size={18} />}
            >
              {t('common.copy')}
            </Button>
            <Button variant="default" leftSection={<Icon name="close" size={18} />} onClick={() => setRemoving(true)}>
              {t('events.remove')}
            </Button>
          </>
        }
      >
        <FormConsequences
          form={form}
          world={world}
          act={form.dirty ? { act: 'event-edit', eventId: event.id } : null}
        />
        {!form.dirty && <Booked eventId={event.id} />}
        <EventForm form={form} offered={offered} outdated={event.translations.outdated} />
      </FormPage>
      {removing && <RemoveEvent form={form} event={event} onClose={() => setRemoving(false)} />}
    </>
  )
}
