import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { commandLogEntry, eventReaders } from '../../../contract/control.ts'
import { mayAccess, operatorFeatures } from '../../../contract/features.ts'
import { SupportCode } from '../../commands/support-code.tsx'
import { deviceCommandWords } from '../../devices/device-command-words.ts'
import { formatDateTime, zoneDiffers } from '../../i18n/format.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { session } from '../../stores/session.ts'
import { useQuery } from '../../stores/use-query.ts'
import { BackButton } from '../../ui/back-button.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Page, Panel } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { Badge } from '../../ui/status-badge.tsx'
import { Checks } from './checks.tsx'
import classes from './command-log.module.css'
import type { WholeCommand } from './happened.ts'
import { Happenings } from './happenings.tsx'
import { Siblings } from './siblings.tsx'
import { useMovingDeviceCommand } from './use-moving-device-command.ts'
import { Who } from './who.tsx'

const route = getRouteApi('/commands/$deviceCommandId')
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** One command in full: what was requested, what happened when, what the gateway answered (CTRL-8). */
export function DeviceCommand() {
  const t = useT()
  const { deviceCommandId } = route.useParams()
  const { code } = route.useSearch()
  const input = uuid.test(deviceCommandId) ? { deviceCommandId, ...(code ? { supportCode: code } : {}) } : null
  const found = useQuery(commandLogEntry, input)
  useMovingDeviceCommand(found.view, found.retry)
  if (input === null || found.refusal?.code === 'not-found') return <Gone />
  if (found.view === null && found.refusal !== null) {
    return (
      <Page title={t('common.command')} back={<Back />}>
        <ErrorState text={refusalText(found.refusal)} supportCode={found.refusal.supportCode} onRetry={found.retry} />
      </Page>
    )
  }
  return found.view === null || found.former ? (
    <PageSkeleton />
  ) : (
    <Shown deviceCommand={found.view} coded={code !== undefined} />
  )
}

function Shown({ deviceCommand, coded }: { deviceCommand: WholeCommand; coded: boolean }) {
  const t = useT()
  const { text, tone, icon } = deviceCommandWords(deviceCommand, t)
  return (
    <Page
      title={t('command-log.command.title', { action: deviceCommand.action, device: deviceCommand.device.name })}
      lead={`${deviceCommand.site.name} · ${formatDateTime(deviceCommand.issuedAt, deviceCommand.site.timeZone, { seconds: true })}`}
      back={<Back />}
      actions={
        <Badge tone={tone} icon={icon}>
          {text}
        </Badge>
      }
    >
      <div className={classes.grid}>
        <div className={classes.column}>
          <Panel title={t('common.whatHappened')}>
            <Happenings deviceCommand={deviceCommand} />
          </Panel>
          {deviceCommand.checks !== null && (
            <Panel title={t('command-log.checks')}>
              <Checks checks={deviceCommand.checks} deviceCommand={deviceCommand} />
            </Panel>
          )}
        </div>
        <div className={classes.column}>
          <Panel title={t('command-log.facts')} aside={<SupportCode code={deviceCommand.supportCode} />}>
            <DeviceCommandFacts deviceCommand={deviceCommand} />
          </Panel>
          {deviceCommand.siblings.length > 0 && (
            <Panel title={t('command-log.siblings')}>
              <Siblings deviceCommand={deviceCommand} coded={coded} />
            </Panel>
          )}
        </div>
      </div>
    </Page>
  )
}

function DeviceCommandFacts({ deviceCommand }: { deviceCommand: WholeCommand }) {
  const t = useT()
  const { device, site, gateway, reservation, run } = deviceCommand
  const { features } = useSnapshot(session)
  const held = new Set(features)
  const operator = mayAccess(operatorFeatures, held)
  const booker = mayAccess(eventReaders, held)
  return (
    <>
      <Facts>
        <Fact name={t('common.device')}>
          {operator ? (
            <Link to="/devices/$deviceId" params={{ deviceId: String(device.id) }}>
              {device.name}
            </Link>
          ) : (
            device.name
          )}
        </Fact>
        <Fact name={t('common.site')}>{site.name}</Fact>
        <Fact name={t('common.gateway')}>{gateway.name}</Fact>
        <Fact name={t('command-log.column.who')}>
          <Who deviceCommand={deviceCommand} />
        </Fact>
        {reservation !== null && (
          <Fact name={t('common.reservation')}>
            {booker ? (
              <Link to="/reservations/$reservationId" params={{ reservationId: String(reservation.id) }}>
                {String(reservation.number)}
              </Link>
            ) : (
              String(reservation.number)
            )}
          </Fact>
        )}
        {run !== null && <Fact name={t('command-log.fact.run')}>{t(`command-log.run.${run.kind}`)}</Fact>}
        {deviceCommand.note !== null && deviceCommand.note !== '' && (
          <Fact name={t('common.reason')}>{deviceCommand.note}</Fact>
        )}
        {deviceCommand.state !== 'refused' && (
          <Fact name={t('command-log.fact.deadline')}>
            {formatDateTime(deviceCommand.deadline, site.timeZone, { seconds: true })}
          </Fact>
        )}
        {deviceCommand.answer !== null && (
          <Fact name={t('command-log.fact.answer')}>{answerText(deviceCommand.answer)}</Fact>
        )}
        {deviceCommand.counter !== null && (
          <Fact name={t('command-log.fact.counter')}>{String(deviceCommand.counter)}</Fact>
        )}
      </Facts>
      {zoneDiffers(new Date(deviceCommand.issuedAt), site.timeZone) && (
        <p className={classes.dim}>{t('bookings.detail.zoneOff', { zone: site.timeZone })}</p>
      )}
    </>
  )
}

/** The gateway's answer, unchanged. */
function answerText(answer: Readonly<Record<string, unknown>>): ReactNode {
  const words = Object.entries(answer).map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  return <span className={classes.code}>{words.join(', ')}</span>
}

function Back() {
  const t = useT()
  return <BackButton otherwise="/commands">{t('ui.back')}</BackButton>
}

function Gone() {
  const t = useT()
  return (
    <Page title={t('common.command')} back={<Back />}>
      <EmptyState icon="search" title={t('command-log.gone.title')} text={t('command-log.gone.text')} />
    </Page>
  )
}
