import { Button } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { edit, read, remove } from '../../../contract/device-types.ts'
import type { DependantKind } from '../../../contract/refusals.ts'
import type { Action } from '../../../machines/device.ts'
import { RemoveDialog } from '../../consequences/remove-dialog.tsx'
import type { InWords } from '../../forms/changed-meanwhile.tsx'
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
import type { ModelDraft } from './draft.ts'
import { type DeviceTypeView, deviceTypeFields, deviceTypeValues, presentValues, toEdit } from './type-fields.ts'
import { DeviceTypeForm } from './type-form.tsx'

const route = getRouteApi('/device-types/$deviceTypeId')

/** One device type: seen, edited with its field map, and deleted (ADM-8, GW-7). */
export function EditDeviceType() {
  const t = useT()
  const deviceTypeId = Number(route.useParams().deviceTypeId)
  const { view, refusal, former, retry } = useQuery(read, { deviceTypeId })
  const gone = refusal?.code === 'not-found' || refusal?.code === 'bad-input'
  if (view && !former && !gone) return <Loaded key={view.id} type={view} />
  if (refusal === null) return <PageSkeleton />
  return (
    <Page
      title={t('device-types.column.name')}
      back={<BackButton otherwise="/device-types">{t('device-types.title')}</BackButton>}
    >
      {gone ? (
        <EmptyState icon="tag" title={t('device-types.gone')} text={t('device-types.gone.text')} />
      ) : (
        <ErrorState text={refusalText(refusal)} supportCode={refusal.supportCode} onRetry={retry} />
      )}
    </Page>
  )
}

function Loaded({ type }: { type: DeviceTypeView }) {
  const t = useT()
  const navigate = useNavigate()
  const name = type.displayName
  const form = useCommandForm({
    def: edit,
    fields: deviceTypeFields,
    initial: deviceTypeValues(type),
    version: type.version,
    toInput: (values, version) => ({
      deviceTypeId: type.id,
      version,
      ...toEdit(values, type.fieldMap === null),
    }),
    toValues: presentValues,
    onDone: (_, { displayName }) => {
      notify.success(t('device-types.saved', { name: displayName }))
      void navigate({ to: '/device-types' })
    },
  })
  const [removing, setRemoving] = useState(false)
  const inWords: InWords = (field, value) => {
    if (field === 'fieldMap') return (value as ModelDraft[]).map((model) => model.name).join(', ') || t('common.none')
    if (field === 'controls')
      return (value as Action[]).map((action) => t(`control.${action}`)).join(', ') || t('common.none')
    return field === 'onPowerLoss' ? t(`device-types.onPowerLoss.${value as 'secure'}`) : undefined
  }
  return (
    <>
      <FormPage
        form={form}
        history={<EntityHistory entity="device-type" id={type.id} />}
        title={name}
        lead={t('device-types.column.name')}
        back={<BackButton otherwise="/device-types">{t('device-types.title')}</BackButton>}
        inWords={inWords}
        actions={
          <Button variant="default" leftSection={<Icon name="close" size={18} />} onClick={() => setRemoving(true)}>
            {t('device-types.remove')}
          </Button>
        }
      >
        <DeviceTypeForm form={form} type={type} />
      </FormPage>
      {removing && (
        <RemoveDialog
          form={form}
          title={t('common.deleteTitle', { name })}
          text={t('device-types.remove.text')}
          consequences={{ act: 'remove', entity: 'device-type', ids: [type.id] }}
          remove={(world) => send(remove, { deviceTypeId: type.id, version: type.version, world })}
          linkTo={dependantPage}
          onDone={() => {
            notify.success(t('device-types.removed', { name }))
            void navigate({ to: '/device-types' })
          }}
          onClose={() => setRemoving(false)}
        />
      )}
    </>
  )
}

/** Where what depends on a device type can be looked at. */
function dependantPage(kind: DependantKind, id: number): string | null {
  if (kind === 'device') return `/devices/${id}`
  return kind === 'event' ? `/events/edit?eventId=${id}` : null
}
