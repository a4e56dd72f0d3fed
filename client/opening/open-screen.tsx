import { VisuallyHidden } from '@mantine/core'
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import type { AccessView, DoorView, RunView } from '../../contract/control/own.ts'
import { isPending } from '../../machines/opening.ts'
import { useT } from '../i18n/i18n.ts'
import { type Live, useRows } from '../stores/use-watch.ts'
import { confirm } from '../ui/confirm.tsx'
import { RowsSkeleton } from '../ui/skeletons.tsx'
import { DoorCard } from './door-card.tsx'
import { MainAction } from './main-action.tsx'
import {
  type Door,
  doorsOf,
  isClosed,
  kindOf,
  left,
  type Off,
  type OwnAction,
  offers,
  onTheWay,
  phaseOf,
  wayOf,
} from './may.ts'
import { OpenWindow } from './open-window.tsx'
import type { Opener, OpenKinds } from './opener.ts'
import classes from './opening.module.css'
import { type OpeningNow, openingOf, runOf } from './opening.ts'
import { OpeningAlert } from './opening-alert.tsx'
import { OtherWays } from './other-ways.tsx'
import { RunProgress } from './run-progress.tsx'
import { useCarries } from './use-carries.ts'
import { useOutcome } from './use-outcome.ts'
import { useSecond } from './use-second.ts'

const all = (rows: DoorView[]) => rows
/** How long the outcome of a run is shown, ms. */
const newsMs = 15 * 60_000

interface OpenScreenProps {
  opener: Opener
  live: Live<OpenKinds>
  access: AccessView
}

/**
 * Everything to open with a reservation: the way, device by device, the progress, and other ways in. The same for owner
 * and guest. Nothing is shown as done before the device itself reports it.
 */
export function OpenScreen({ opener, live, access }: OpenScreenProps) {
  const t = useT()
  const now = useSecond()
  const linked = useCarries(opener.link)
  const opening = openingOf(opener)
  const request = useSyncExternalStore(opening.on, opening.now)
  const views = useRows(live, 'door', all)
  const doors = useMemo(() => doorsOf(access, views), [access, views])
  const phase = phaseOf(access, now)
  useRenewal(live, phase)
  const said = useOutcome(access.run)
  const around = { now, carries: linked && live.state === 'live', pending: isPending(request.state) }
  const way = wayOf(access, doors, around)
  const whole = onTheWay(doors)
  // A device of the main button has no second button in its card.
  const only = whole.length === 1 ? whole[0] : undefined
  const closed = phase === 'open' && isClosed(doors)
  const told = closed && !access.blocked ? 'under-maintenance' : toldAbove(access, phase)
  // Reasons for all buttons are shown by the main one, if there is one: it is always visible.
  const running = around.pending || access.run?.state === 'running'
  const general: Off | null = around.carries ? (running ? 'run-in-progress' : null) : 'no-connection'
  const zone = access.site.timeZone
  const run = isWorthShowing(access.run, request, now) ? access.run : null
  const commanded = request.request?.deviceId ?? null
  const requested = commanded === null ? whole : doors.filter(({ device }) => device.deviceId === commanded)

  const give = async (among: readonly Door[], deviceId: number | null, action: OwnAction) => {
    const kind = kindOf(action, among)
    if (left(access, kind) === 1) {
      const yes = await confirm({
        title: t('open.last.title', { kind }),
        text: t('open.last.text', { kind }),
        act: t('open.last.act', { action }),
      })
      if (!yes) return
    }
    opening.give(deviceId, action)
  }

  // After the end the devices are hidden from their former holder, so there is nothing to wait for.
  const gone = phase === 'over' || phase === 'ended'
  if (doors.length === 0 && !gone) return <RowsSkeleton rows={2} height="9rem" />
  return (
    <div className={classes.screen} data-guest={opener.arrive === null || undefined}>
      <VisuallyHidden role="status" aria-live="polite">
        {said}
      </VisuallyHidden>
      <OpenWindow access={access} now={now} moves={doors.some(isMoved)} closed={closed} />
      <OpeningAlert
        opening={request}
        kind={kindOf(request.request?.action ?? 'open', requested)}
        zone={zone}
        now={now}
        carries={linked}
        shown={runOf(request, access.run) !== null}
        onSeen={opening.seen}
      />
      {run !== null && <RunProgress run={run} zone={zone} now={now} />}
      {doors.length > 0 && (
        <ol className={classes.doors} aria-label={t('open.way')}>
          {doors.map((door) => (
            <li key={door.device.deviceId}>
              <DoorCard
                access={access}
                door={door}
                around={around}
                said={told ?? (whole.length > 0 ? general : null)}
                alone={door === only}
                onAct={(of, action) => void give([of], of.device.deviceId, action)}
              />
            </li>
          ))}
        </ol>
      )}
      <MainAction
        access={access}
        whole={whole}
        way={way}
        around={around}
        said={told}
        onWay={() => void give(whole, null, 'open')}
        onDoor={(door) => void give([door], door.device.deviceId, 'open')}
      />
      <OtherWays
        opener={opener}
        access={access}
        doors={doors.filter(({ view }) => !view.maintenance)}
        now={now}
        carries={around.carries}
      />
    </div>
  )
}

/** Whether anything can be opened or closed from here; a place that only counts cars has nothing. */
const isMoved = (door: Door) => offers(door, 'open') || offers(door, 'close')

/** Old outcomes are not news, and would mislead beside a request without a known outcome. */
function isWorthShowing(run: RunView | null, request: OpeningNow, now: number): run is RunView {
  if (run === null) return false
  if (run.endedAt === null) return true
  return (request.state === 'idle' || request.runId === run.id) && now - Date.parse(run.endedAt) < newsMs
}

/** The reason shown above for all buttons together; not repeated under each. */
function toldAbove(access: AccessView, phase: ReturnType<typeof phaseOf>): Off | null {
  if (phase === 'ended') return 'reservation-not-reserved'
  if (phase === 'over') return 'reservation-over'
  if (phase === 'early') return 'reservation-not-begun'
  return access.blocked ? 'user-blocked' : null
}

/** Reloads what time alone changes at its moment: the PIN appears when the reservation opens. */
function useRenewal({ renew }: Live<OpenKinds>, phase: ReturnType<typeof phaseOf>): void {
  const before = useRef(phase)
  useEffect(() => {
    // Early: the PIN appears. Over: a place that is still occupied may be opened a little longer.
    if ((before.current === 'early' && phase === 'open') || (before.current === 'open' && phase === 'over')) renew()
    before.current = phase
  }, [phase, renew])
}
