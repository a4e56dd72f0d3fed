import { Button } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { DependantKind } from '../../../contract/refusals.ts'
import { sessionMe } from '../../../contract/session.ts'
import { edit, read, remove } from '../../../contract/zones.ts'
import { FormConsequences } from '../../consequences/form-consequences.tsx'
import { RemoveDialog } from '../../consequences/remove-dialog.tsx'
import { FormPage } from '../../forms/form-page.tsx'
import { useCommandForm } from '../../forms/use-command-form.tsx'
import { EntityHistory } from '../../history/entity-history.tsx'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { send } from '../../link/send.ts'
import { useChangeCounter } from '../../stores/use-change-counter.ts'
import { useQuery } from '../../stores/use-query.ts'
import { useWatch } from '../../stores/use-watch.ts'
import { BackButton } from '../../ui/back-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { notify } from '../../ui/notify.tsx'
import { Page } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { toEdit, type ZoneView, zoneFields, zoneInWords, zoneValues } from './zone-fields.ts'
import { ZoneForm } from './zone-form.tsx'
import { ZoneTeam } from './zone-team.tsx'

const route = getRouteApi('/zones/$zoneId')

/** One zone: edited and deleted. Whoever loses it sees so at once. */
export function EditZone() {
  const t = useT()
  const zoneId = Number(route.useParams().zoneId)
  const moved = useChangeCounter(useWatch(sessionMe, {}), 'me')
  const { view, refusal, former, retry } = useQuery(read, { zoneId }, moved)
  const gone = refusal?.code === 'not-found' || refusal?.code === 'bad-input'
  if (view && !former && !gone) return <Loaded key={view.id} zone={view} moved={moved} />
  if (refusal === null) return <PageSkeleton />
  return (
    <Page title={t('common.zone')} back={<BackButton otherwise="/zones">{t('common.zones')}</BackButton>}>
      {gone ? (
        <EmptyState icon="zone" title={t('zones.gone')} text={t('zones.gone.text')} />
      ) : (
        <ErrorState text={refusalText(refusal)} supportCode={refusal.supportCode} onRetry={retry} />
      )}
    </Page>
  )
}

function Loaded({ zone, moved }: { zone: ZoneView; moved: number }) {
  const t = useT()
  const navigate = useNavigate()
  const world = useRef<string | undefined>(undefined)
  const form = useCommandForm({
    def: edit,
    fields: zoneFields,
    initial: zoneValues(zone),
    version: zone.version,
    toInput: (values, version) => ({ zoneId: zone.id, version, ...toEdit(values), world: world.current }),
    onDone: (_, { name }) => {
      notify.success(t('zones.saved', { name }))
      void navigate({ to: '/zones' })
    },
  })
  const [removing, setRemoving] = useState(false)
  return (
    <>
      <FormPage
        form={form}
        history={<EntityHistory entity="zone" id={zone.id} />}
        title={zone.name}
        lead={zone.tenant.name}
        back={<BackButton otherwise="/zones">{t('common.zones')}</BackButton>}
        inWords={zoneInWords(zone)}
        aside={<ZoneTeam zone={zone} moved={moved} />}
        actions={
          <Button variant="default" leftSection={<Icon name="close" size={18} />} onClick={() => setRemoving(true)}>
            {t('zones.remove')}
          </Button>
        }
      >
        <FormConsequences
          form={form}
          world={world}
          act={form.mantine.getValues().private && !zone.private ? { act: 'zone-private', zoneId: zone.id } : null}
        />
        <ZoneForm form={form} zone={zone} />
      </FormPage>
      {removing && (
        <RemoveDialog
          form={form}
          title={t('common.deleteTitle', { name: zone.name })}
          text={t('zones.remove.text')}
          safetyWord={zone.name}
          consequences={{ act: 'remove', entity: 'zone', ids: [zone.id] }}
          remove={(world) => send(remove, { zoneId: zone.id, version: zone.version, world })}
          linkTo={dependantPage}
          onDone={() => {
            notify.success(t('zones.removed', { name: zone.name }))
            void navigate({ to: '/zones' })
          }}
          onClose={() => setRemoving(false)}
        />
      )}
    </>
  )
}

/** Where what depends on a zone can be looked at. */
function dependantPage(kind: DependantKind, id: number): string | null {
  if (kind === 'site') return `/sites/${id}`
  if (kind === 'event') return `/events/edit?eventId=${id}`
  if (kind === 'maintenance-period') return `/maintenance/${id}`
  if (kind === 'reservation') return `/reservations/${id}`
  return kind === 'code' ? `/codes/${id}` : null
}
