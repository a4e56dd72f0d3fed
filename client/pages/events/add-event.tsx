import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { add, read } from '../../../contract/events.ts'
import { maxLength } from '../../../contract/fields.ts'
import { list as zones } from '../../../contract/zones.ts'
import { FormPage } from '../../forms/form-page.tsx'
import { type Named, ReferenceField } from '../../forms/reference-field.tsx'
import { useCommandForm } from '../../forms/use-command-form.tsx'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { useQuery } from '../../stores/use-query.ts'
import { BackButton } from '../../ui/back-button.tsx'
import { notify } from '../../ui/notify.tsx'
import { Page } from '../../ui/page.tsx'
import { useAddress } from '../../ui/page-address.ts'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { type EventView, eventInWords, eventValues, newEventFields, newValues, toInput } from './event-fields.ts'
import { EventForm } from './event-form.tsx'
import { Preview } from './preview.tsx'
import { addSearch } from './search.ts'
import { useOptions } from './use-options.ts'
import { usePreview } from './use-preview.ts'

const route = getRouteApi('/events/add')

/** A new access time, perhaps a copy of another; in the person's zone if there is only one. */
export function AddEvent() {
  const t = useT()
  const { copyOf } = useAddress(addSearch, route.useSearch())
  const copied = useQuery(read, copyOf === undefined ? null : { eventId: copyOf })
  const own = useQuery(zones, { pageSize: 2 })
  const failed = copied.refusal ?? own.refusal
  if (failed)
    return (
      <Page title={t('events.add')} back={<Back />}>
        <ErrorState
          text={refusalText(failed)}
          supportCode={failed.supportCode}
          onRetry={() => {
            copied.retry()
            own.retry()
          }}
        />
      </Page>
    )
  if (own.view === null || (copyOf !== undefined && copied.view === null)) return <PageSkeleton />
  const [only, ...others] = own.view.rows
  return <NewEvent key={copyOf} original={copied.view} only={only && others.length === 0 ? only : null} />
}

function Back() {
  const t = useT()
  return <BackButton otherwise="/events">{t('common.accessTimes')}</BackButton>
}

function NewEvent({ original, only }: { original: EventView | null; only: Named | null }) {
  const t = useT()
  const navigate = useNavigate()
  const zone = original?.zone ?? only
  const form = useCommandForm({
    def: add,
    fields: newEventFields,
    mode: 'add',
    initial: {
      ...newValues(),
      ...(original
        ? { ...eventValues(original), name: t('events.copyName', { name: original.name }).slice(0, maxLength.name) }
        : {}),
      zoneId: zone?.id ?? null,
    },
    toInput: (values) => toInput(values) as never,
    onDone: (_, { name }) => {
      notify.success(t('events.added', { name }))
      void navigate({ to: '/events' })
    },
  })
  const values = form.mantine.getValues()
  const offered = useOptions(values.zoneId)
  return (
    <FormPage
      form={form}
      title={t('events.add')}
      lead={original ? t('events.copied', { name: original.name }) : t('events.lead')}
      back={<Back />}
      inWords={eventInWords(offered.view)}
      aside={<Preview found={usePreview(values.zoneId, null, values)} />}
    >
      <ReferenceField
        form={form}
        path="zoneId"
        query={zones}
        toQuery={(search) => ({ search })}
        toOptions={({ rows }) => rows}
        known={zone ? [zone] : []}
        description={t('events.zone.hint')}
        onChoose={() => form.mantine.setFieldValue('tariffId' as never, null as never)}
      />
      <EventForm form={form} offered={offered} />
    </FormPage>
  )
}
