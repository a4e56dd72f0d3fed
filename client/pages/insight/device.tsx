import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { DeviceView, ReadingView } from '../../../contract/devices.ts'
import { device as deviceWatch } from '../../../contract/insight.ts'
import { shownState } from '../../../machines/device.ts'
import { Curves } from '../../charts/curves.tsx'
import { DeviceActions } from '../../commands/device-actions.tsx'
import { DeviceCommandProgress } from '../../commands/device-command-progress.tsx'
import { useDeviceCommand } from '../../commands/use-device-command.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { nameIn } from '../../i18n/named.ts'
import { useChangeCounter } from '../../stores/use-change-counter.ts'
import { type Live, sameList, useRow, useRows, useWatch } from '../../stores/use-watch.ts'
import { Announcer } from '../../ui/announcer.tsx'
import { BackButton } from '../../ui/back-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Page, Panel } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import classes from './device.module.css'
import { DeviceCommands } from './device-commands.tsx'
import { DeviceFacts } from './device-facts.tsx'
import { DeviceWays } from './device-ways.tsx'
import { OpenMalfunctions } from './open-malfunctions.tsx'
import { ReaderEvents } from './reader-events.tsx'
import { RequestedReportedConfirmed } from './requested-reported-confirmed.tsx'

const route = getRouteApi('/devices/$deviceId')
type DeviceLive = Live<(typeof deviceWatch)['kinds'][number]>

/** One device: facts, commands, malfunctions and sensor curves, all live (LIVE-5). */
export function Device() {
  const deviceId = Number(route.useParams().deviceId)
  return Number.isInteger(deviceId) && deviceId > 0 ? <WatchedDevice key={deviceId} id={deviceId} /> : <Gone />
}

function WatchedDevice({ id }: { id: number }) {
  const t = useT()
  const live = useWatch(deviceWatch, { deviceId: id })
  const device = useRow(live, 'device', id)
  if (live.state === 'error' && live.refusal?.code === 'not-found') return <Gone />
  if (live.state === 'error' && live.refusal) {
    return (
      <Page title={t('common.device')} back={<Back />}>
        <ErrorState text={refusalText(live.refusal)} supportCode={live.refusal.supportCode} onRetry={live.retry} />
      </Page>
    )
  }
  if (device === null) return live.state === 'loading' ? <PageSkeleton /> : <Gone />
  return <Shown live={live} device={device} />
}

const inTime = (rows: ReadingView[]) => rows.sort((a, b) => (a.at < b.at ? -1 : 1))

function Shown({ live, device }: { live: DeviceLive; device: DeviceView }) {
  const t = useT()
  const compact = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
  const deviceCommands = useDeviceCommand(live.view, device)
  const readings = useRows(live, 'reading', inTime, sameList)
  const moved = useChangeCounter(live, 'deviceCommand')
  const { timeZone } = device.site
  return (
    <Page
      title={device.name}
      lead={`${nameIn(device.type)} · ${device.site.name}`}
      back={<Back />}
      live={{ fresh: live.state === 'live', asOf: live.asOf }}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<Icon name="calendar" size={18} />}
            component={Link}
            to="/devices/$deviceId/calendar"
            params={{ deviceId: String(device.id) } as never}
          >
            {t('bookings.detail.calendar')}
          </Button>
          <Button
            variant="default"
            leftSection={<Icon name="edit" size={18} />}
            component={Link}
            to="/devices/$deviceId/edit"
            params={{ deviceId: String(device.id) } as never}
          >
            {t('device-admin.settings')}
          </Button>
          <StatusBadge state={shownState(device)} />
        </>
      }
    >
      <Announcer />
      <div className={classes.grid}>
        <Panel title={t('insight.truth.title')}>
          <RequestedReportedConfirmed device={device} />
          <DeviceFacts device={device} />
        </Panel>
        <div className={classes.side}>
          <Panel title={t('insight.device.control')}>
            <div className={classes.control}>
              <DeviceActions device={device} deviceCommands={deviceCommands} compact={compact} />
            </div>
            <div className={classes.progress}>
              <DeviceCommandProgress deviceCommand={device.deviceCommand} sending={deviceCommands.sending} />
            </div>
          </Panel>
          <OpenMalfunctions live={live} />
          <Panel title={t('insight.ways')}>
            <DeviceWays device={device} />
          </Panel>
        </div>
      </div>
      <Curves deviceId={device.id} zone={timeZone} readings={readings} revive={live.state === 'live'} />
      <DeviceCommands live={live} deviceId={device.id} zone={timeZone} />
      <ReaderEvents deviceId={device.id} zone={timeZone} moved={moved} />
    </Page>
  )
}

function Back() {
  const t = useT()
  return <BackButton otherwise="/smart-remote">{t('ui.back')}</BackButton>
}

function Gone() {
  const t = useT()
  return (
    <Page title={t('common.device')} back={<Back />}>
      <EmptyState icon="device" title={t('insight.device.gone.title')} text={t('insight.device.gone.text')} />
    </Page>
  )
}
