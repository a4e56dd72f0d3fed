import { Button } from '@mantine/core'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { edit, read, remove } from '../../../contract/devices/admin.ts'
import { device as deviceWatch } from '../../../contract/insight.ts'
import type { DependantKind } from '../../../contract/refusals.ts'
import { RemoveDialog } from '../../consequences/remove-dialog.tsx'
import { FormPage } from '../../forms/form-page.tsx'
import { useCommandForm } from '../../forms/use-command-form.tsx'
import { EntityHistory } from '../../history/entity-history.tsx'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { nameIn } from '../../i18n/named.ts'
import { send } from '../../link/send.ts'
import { Pictures } from '../../media/pictures.tsx'
import { session } from '../../stores/session.ts'
import { useQuery } from '../../stores/use-query.ts'
import { type Live, useWatch } from '../../stores/use-watch.ts'
import { BackButton } from '../../ui/back-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { notify } from '../../ui/notify.tsx'
import { Page } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { type DeviceView, deviceFields, deviceInWords, deviceValues, toEdit } from './device-fields.ts'
import { DeviceForm } from './device-form.tsx'
import { DeviceStatus } from './device-status.tsx'

const route = getRouteApi('/devices/$deviceId/edit')
type DeviceLive = Live<(typeof deviceWatch)['kinds'][number]>

/** One device: edited and taken out of use, beside what it reports. Whoever may no longer see it sees so at once. */
export function EditDevice() {
  const t = useT()
  const deviceId = Number(route.useParams().deviceId)
  const live = useWatch(deviceWatch, { deviceId })
  const { view, refusal, former, retry } = useQuery(read, { deviceId })
  const refused = refusal ?? (live.state === 'error' ? live.refusal : null)
  const gone = refused?.code === 'not-found' || refused?.code === 'bad-input'
  if (view && !former && !gone) return <Loaded key={view.id} device={view} live={live} />
  if (!refused) return <PageSkeleton />
  return (
    <Page title={t('common.device')} back={<BackButton otherwise="/devices">{t('common.devices')}</BackButton>}>
      {gone ? (
        <EmptyState icon="device" title={t('device-admin.gone')} text={t('device-admin.gone.text')} />
      ) : (
        <ErrorState text={refusalText(refused)} supportCode={refused.supportCode} onRetry={retry} />
      )}
    </Page>
  )
}

function Loaded({ device, live }: { device: DeviceView; live: DeviceLive }) {
  const t = useT()
  const navigate = useNavigate()
  const isAdmin = useSnapshot(session).role === 'Admin'
  const form = useCommandForm({
    def: edit,
    fields: deviceFields,
    initial: deviceValues(device),
    version: device.version,
    toInput: (values, version) => ({ deviceId: device.id, version, ...toEdit(values) }),
    onDone: (_, { name }) => {
      notify.success(t('device-admin.saved', { name }))
      void navigate({ to: '/devices' })
    },
  })
  const [removing, setRemoving] = useState(false)
  return (
    <>
      <FormPage
        form={form}
        history={<EntityHistory entity="device" id={device.id} />}
        title={device.name}
        lead={`${nameIn(device.deviceType)} · ${device.site.name}`}
        back={<BackButton otherwise="/devices">{t('common.devices')}</BackButton>}
        inWords={deviceInWords(device)}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<Icon name="chart" size={18} />}
              component={Link}
              to="/devices/$deviceId"
              params={{ deviceId: String(device.id) } as never}
            >
              {t('device-admin.live')}
            </Button>
            {isAdmin && (
              <Button variant="default" leftSection={<Icon name="close" size={18} />} onClick={() => setRemoving(true)}>
                {t('device-admin.remove')}
              </Button>
            )}
          </>
        }
        aside={
          <>
            <DeviceStatus live={live} deviceId={device.id} />
            <Pictures of={{ deviceId: device.id }} />
          </>
        }
      >
        <DeviceForm form={form} device={device} />
      </FormPage>
      {removing && (
        <RemoveDialog
          form={form}
          title={t('device-admin.remove.title', { name: device.name })}
          text={t('device-admin.remove.text')}
          safetyWord={device.name}
          consequences={{ act: 'remove', entity: 'device', ids: [device.id] }}
          remove={(world) => send(remove, { deviceId: device.id, version: device.version, world })}
          linkTo={dependantPage}
          onDone={() => {
            notify.success(t('device-admin.removed', { name: device.name }))
            void navigate({ to: '/devices' })
          }}
          onClose={() => setRemoving(false)}
        />
      )}
    </>
  )
}

/** Where what depends on a device can be looked at. */
function dependantPage(kind: DependantKind, id: number): string | null {
  if (kind === 'barrier') return `/barriers/${id}`
  return kind === 'reservation' ? `/reservations/${id}` : null
}
