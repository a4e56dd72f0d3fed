import { Button } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { changes, edit, read } from '../../../contract/tariffs.ts'
import { FormConsequences } from '../../consequences/form-consequences.tsx'
import { FormPage } from '../../forms/form-page.tsx'
import { useCommandForm } from '../../forms/use-command-form.tsx'
import { EntityHistory } from '../../history/entity-history.tsx'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { useChangeCounter } from '../../stores/use-change-counter.ts'
import { useQuery } from '../../stores/use-query.ts'
import { useWatch } from '../../stores/use-watch.ts'
import { Alert } from '../../ui/alert.tsx'
import { BackButton } from '../../ui/back-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { notify } from '../../ui/notify.tsx'
import { Page } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { RemoveTariff } from './remove-tariff.tsx'
import { type TariffView, tariffFields, tariffInWords, tariffValues, toEdit } from './tariff-fields.ts'
import { TariffForm } from './tariff-form.tsx'

const route = getRouteApi('/tariffs/$tariffId')

/** One tariff: edited and deleted, or only looked at where others use it too. */
export function EditTariff() {
  const t = useT()
  const tariffId = Number(route.useParams().tariffId)
  const moved = useChangeCounter(useWatch(changes, {}), 'tariff')
  const { view, refusal, former, retry } = useQuery(read, { tariffId }, moved)
  const gone = refusal?.code === 'not-found' || refusal?.code === 'bad-input'
  if (view && !former && !gone) return <Loaded key={`${view.id} ${view.editable || view.version}`} tariff={view} />
  if (refusal === null) return <PageSkeleton />
  return (
    <Page title={t('common.tariff')} back={<BackButton otherwise="/tariffs">{t('tariffs.title')}</BackButton>}>
      {gone ? (
        <EmptyState icon="euro" title={t('tariffs.gone')} text={t('tariffs.gone.text')} />
      ) : (
        <ErrorState text={refusalText(refusal)} supportCode={refusal.supportCode} onRetry={retry} />
      )}
    </Page>
  )
}

function Loaded({ tariff }: { tariff: TariffView }) {
  const t = useT()
  const navigate = useNavigate()
  const world = useRef<string | undefined>(undefined)
  const form = useCommandForm({
    def: edit,
    fields: tariffFields,
    initial: tariffValues(tariff),
    version: tariff.version,
    mode: tariff.editable ? 'edit' : 'view',
    toInput: (values, version) => ({ tariffId: tariff.id, version, ...toEdit(values), world: world.current }),
    onDone: (_, { name }) => {
      notify.success(t('tariffs.saved', { name }))
      void navigate({ to: '/tariffs' })
    },
  })
  const [removing, setRemoving] = useState(false)
  return (
    <>
      <FormPage
        form={form}
        history={<EntityHistory entity="tariff" id={tariff.id} />}
        title={tariff.name}
        lead={tariff.tenant.name}
        back={<BackButton otherwise="/tariffs">{t('tariffs.title')}</BackButton>}
        inWords={tariffInWords}
        actions={
          tariff.editable && (
            <Button variant="default" leftSection={<Icon name="close" size={18} />} onClick={() => setRemoving(true)}>
              {t('tariffs.remove')}
            </Button>
          )
        }
      >
        {tariff.editable ? (
          tariff.accessTimes > 0 && <Alert severity="info">{t('tariffs.used', { count: tariff.accessTimes })}</Alert>
        ) : (
          <Alert severity="info">{refusalText({ code: 'used-elsewhere' })}</Alert>
        )}
        <FormConsequences
          form={form}
          world={world}
          act={tariff.editable && form.dirty ? { act: 'tariff-edit', tariffId: tariff.id } : null}
        />
        <TariffForm form={form} />
      </FormPage>
      {removing && <RemoveTariff form={form} tariff={tariff} onClose={() => setRemoving(false)} />}
    </>
  )
}
