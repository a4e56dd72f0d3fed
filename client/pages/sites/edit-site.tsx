import { Button } from '@mantine/core'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import type { DependantKind } from '../../../contract/refusals.ts'
import { sessionMe } from '../../../contract/session.ts'
import { edit, read, remove } from '../../../contract/sites/admin.ts'
import { RemoveDialog } from '../../consequences/remove-dialog.tsx'
import { FormPage } from '../../forms/form-page.tsx'
import { useCommandForm } from '../../forms/use-command-form.tsx'
import { EntityHistory } from '../../history/entity-history.tsx'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { send } from '../../link/send.ts'
import { Pictures } from '../../media/pictures.tsx'
import { session } from '../../stores/session.ts'
import { useChangeCounter } from '../../stores/use-change-counter.ts'
import { useQuery } from '../../stores/use-query.ts'
import { useWatch } from '../../stores/use-watch.ts'
import { BackButton } from '../../ui/back-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { notify } from '../../ui/notify.tsx'
import { Page } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { type SiteView, siteFields, siteInWords, siteValues } from './site-fields.ts'
import { SiteForm } from './site-form.tsx'
import { TrySite } from './try-site.tsx'

const route = getRouteApi('/sites/$siteId')

/** One site: edited and deleted. Whoever loses it sees so at once. */
export function EditSite() {
  const t = useT()
  const siteId = Number(route.useParams().siteId)
  const moved = useChangeCounter(useWatch(sessionMe, {}), 'me')
  const { view, refusal, former, retry } = useQuery(read, { siteId }, moved)
  const gone = refusal?.code === 'not-found' || refusal?.code === 'bad-input'
  if (view && !former && !gone) return <Loaded key={view.id} site={view} />
  if (refusal === null) return <PageSkeleton />
  return (
    <Page title={t('common.site')} back={<BackButton otherwise="/sites">{t('common.sites')}</BackButton>}>
      {gone ? (
        <EmptyState icon="site" title={t('sites.gone')} text={t('sites.gone.text')} />
      ) : (
        <ErrorState text={refusalText(refusal)} supportCode={refusal.supportCode} onRetry={retry} />
      )}
    </Page>
  )
}

function Loaded({ site }: { site: SiteView }) {
  const t = useT()
  const navigate = useNavigate()
  const form = useCommandForm({
    def: edit,
    fields: siteFields,
    initial: siteValues(site),
    version: site.version,
    toInput: (values, version) => ({ siteId: site.id, version, ...values }),
    onDone: (_, { name }) => {
      notify.success(t('sites.saved', { name }))
      void navigate({ to: '/sites' })
    },
  })
  const [removing, setRemoving] = useState(false)
  const isAdmin = useSnapshot(session).role === 'Admin'
  return (
    <>
      <FormPage
        form={form}
        history={<EntityHistory entity="site" id={site.id} />}
        title={site.fullName ?? site.name}
        lead={<Counts site={site} />}
        back={<BackButton otherwise="/sites">{t('common.sites')}</BackButton>}
        inWords={siteInWords(site)}
        aside={
          <>
            {isAdmin && <TrySite siteId={site.id} />}
            <Pictures of={{ siteId: site.id }} />
          </>
        }
        actions={
          <Button variant="default" leftSection={<Icon name="close" size={18} />} onClick={() => setRemoving(true)}>
            {t('sites.remove')}
          </Button>
        }
      >
        <SiteForm form={form} site={site} />
      </FormPage>
      {removing && (
        <RemoveDialog
          form={form}
          title={t('common.deleteTitle', { name: site.name })}
          text={t('sites.remove.text')}
          safetyWord={site.name}
          consequences={{ act: 'remove', entity: 'site', ids: [site.id] }}
          remove={(world) => send(remove, { siteId: site.id, version: site.version, world })}
          linkTo={dependantPage}
          onDone={() => {
            notify.success(t('sites.removed', { name: site.name }))
            void navigate({ to: '/sites' })
          }}
          onClose={() => setRemoving(false)}
        />
      )}
    </>
  )
}

/** What stands at the site, with ways to it. */
function Counts({ site: { id, gateways, devices, barriers, visualizationEnabled } }: { site: SiteView }) {
  const t = useT()
  const isAdmin = useSnapshot(session).role === 'Admin'
  return (
    <>
      {isAdmin ? (
        <Link to="/gateways" search={{ siteId: id }}>
          {t('sites.counts.gateways', { count: gateways })}
        </Link>
      ) : (
        t('sites.counts.gateways', { count: gateways })
      )}
      {' · '}
      <Link to="/devices" search={{ siteId: id }}>
        {t('plan.site.devices', { count: devices })}
      </Link>
      {' · '}
      <Link to="/barriers" search={{ siteId: id }}>
        {t('sites.counts.barriers', { count: barriers })}
      </Link>
      {visualizationEnabled && (
        <>
          {' · '}
          <Link to="/sites/visualization" search={{ site: id }}>
            {t('plan.title')}
          </Link>
        </>
      )}
    </>
  )
}

/** Where what depends on a site can be looked at. */
function dependantPage(kind: DependantKind, id: number): string | null {
  if (kind === 'gateway') return `/gateway/${id}`
  if (kind === 'device') return `/devices/${id}/edit`
  if (kind === 'barrier') return `/barriers/${id}`
  if (kind === 'reservation') return `/reservations/${id}`
  return kind === 'maintenance-period' ? `/maintenance/${id}` : null
}
