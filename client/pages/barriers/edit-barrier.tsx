import { Button } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { edit, read, remove } from '../../../contract/barriers.ts'
import { RemoveDialog } from '../../consequences/remove-dialog.tsx'
import { FormPage } from '../../forms/form-page.tsx'
import { useCommandForm } from '../../forms/use-command-form.tsx'
import { EntityHistory } from '../../history/entity-history.tsx'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { send } from '../../link/send.ts'
import { useQuery } from '../../stores/use-query.ts'
import { BackButton } from '../../ui/back-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { notify } from '../../ui/notify.tsx'
import { Page } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { type BarrierView, barrierFields, barrierInWords, barrierValues, toEdit } from './barrier-fields.ts'
import { BarrierForm } from './barrier-form.tsx'

const route = getRouteApi('/barriers/$barrierId')

/** One barrier: edited and deleted. */
export function EditBarrier() {
  const t = useT()
  const barrierId = Number(route.useParams().barrierId)
  const { view, refusal, former, retry } = useQuery(read, { barrierId })
  if (view && !former && !refusal) return <Loaded key={view.id} barrier={view} />
  if (!refusal) return <PageSkeleton />
  const gone = refusal.code === 'not-found' || refusal.code === 'bad-input'
  return (
    <Page title={t('barriers.barrier')} back={<BackButton otherwise="/barriers">{t('barriers.title')}</BackButton>}>
      {gone ? (
        <EmptyState icon="barrier" title={t('barriers.gone')} text={t('barriers.gone.text')} />
      ) : (
        <ErrorState text={refusalText(refusal)} supportCode={refusal.supportCode} onRetry={retry} />
      )}
    </Page>
  )
}

function Loaded({ barrier }: { barrier: BarrierView }) {
  const t = useT()
  const navigate = useNavigate()
  const form = useCommandForm({
    def: edit,
    fields: barrierFields,
    initial: barrierValues(barrier),
    version: barrier.version,
    toInput: (values, version) => ({ barrierId: barrier.id, version, ...toEdit(values) }),
    onDone: (_, { description }) => {
      notify.success(t('barriers.saved', { name: description }))
      void navigate({ to: '/barriers' })
    },
  })
  const [removing, setRemoving] = useState(false)
  return (
    <>
      <FormPage
        form={form}
        history={<EntityHistory entity="barrier" id={barrier.id} />}
        title={barrier.description}
        lead={`${t(`barriers.type.${barrier.type}`)} · ${barrier.site.name}`}
        back={<BackButton otherwise="/barriers">{t('barriers.title')}</BackButton>}
        inWords={barrierInWords(barrier, t)}
        actions={
          <Button variant="default" leftSection={<Icon name="close" size={18} />} onClick={() => setRemoving(true)}>
            {t('barriers.remove')}
          </Button>
        }
      >
        <BarrierForm form={form} barrier={barrier} />
      </FormPage>
      {removing && (
        <RemoveDialog
          form={form}
          title={t('common.deleteTitle', { name: barrier.description })}
          text={t('barriers.remove.text')}
          consequences={{ act: 'remove', entity: 'barrier', ids: [barrier.id] }}
          remove={(world) => send(remove, { barrierId: barrier.id, version: barrier.version, world })}
          linkTo={(kind, id) => (kind === 'reservation' ? `/reservations/${id}` : null)}
          onDone={() => {
            notify.success(t('barriers.removed', { name: barrier.description }))
            void navigate({ to: '/barriers' })
          }}
          onClose={() => setRemoving(false)}
        />
      )}
    </>
  )
}
