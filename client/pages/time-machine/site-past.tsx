import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { DeviceView } from '../../../contract/devices.ts'
import type { Timeline } from '../../../contract/sites/timeline.ts'
import type { DeviceThen } from '../../../contract/sites/timeline-entries.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import type { Badge } from '../../site-canvas/paint/badges.ts'
import { type PlanHandle, SitePlan } from '../../site-canvas/site-plan.tsx'
import { Summary } from '../../sites/plan-summary.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Panel } from '../../ui/page.tsx'
import text from '../../ui/text.module.css'
import { Around } from './around.tsx'
import { Controls } from './controls.tsx'
import { lanes } from './density.ts'
import { DeviceThenCard } from './device-then-card.tsx'
import { PastTable } from './past-table.tsx'
import sliderClasses from './slider.module.css'
import { Slider } from './slider.tsx'
import classes from './time-machine.module.css'
import { usePast } from './use-past.ts'
import { WholeSite } from './whole-site.tsx'

interface SitePastProps {
  timeline: Timeline
  /** The moment that is shown first, ms. */
  start: number
  table: boolean
  /** The moment stands: it may be written down. */
  onStand: (at: number) => void
}
const reserved: Badge = { icon: 'ticket', tone: 'brand' }
const troubled: Badge = { icon: 'alert', tone: 'error' }
const warned: Badge = { icon: 'alert', tone: 'warning' }
const nothing = () => {}

/** The past of a site: the slider, and plan, list and table at its second. */
export function SitePast({ timeline, start, table, onStand }: SitePastProps) {
  const t = useT()
  const { plan, devices } = timeline
  const { player, folded, past } = usePast(timeline, start, onStand)
  const compact = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
  const [chosen, setChosen] = useState<number | null>(null)
  const selection = useMemo(() => new Set(chosen === null ? [] : [chosen]), [chosen])
  const canvas = useRef<PlanHandle>(null)
  const placed = plan.devices.some(({ place }) => place !== null)
  const { view, thenOf } = past
  const badgesOf = useCallback((id: number) => badgesOfThen(thenOf(id)), [thenOf])
  const retired = useRetired(timeline, player)
  const show = useCallback((id: number) => {
    setChosen(id)
    canvas.current?.show(id)
  }, [])
  const device = devices.find(({ id }) => id === chosen)
  const card = device && (
    <DeviceThenCard key={device.id} past={past} device={device} zone={plan.timeZone} onClose={() => setChosen(null)} />
  )
  const live = { state: 'live', asOf: null, refusal: null, view, retry: nothing, renew: nothing } as const
  return (
    <>
      <Alert
        severity="info"
        title={t('time-machine.past.title')}
        action={
          <Button
            variant="default"
            component={Link}
            to="/sites/visualization"
            search={{ site: plan.siteId } as never}
            leftSection={<Icon name="map" size={18} />}
          >
            {t('time-machine.past.live')}
          </Button>
        }
      >
        {t('time-machine.past.text')}
      </Alert>
      <Panel>
        <div className={classes.machine}>
          <Controls timeline={timeline} folded={folded} player={player} />
          <Slider timeline={timeline} player={player} />
          <ul className={sliderClasses.lanes}>
            {lanes.map((lane) => (
              <li className={sliderClasses.lanesItem} key={lane} data-lane={lane}>
                {t(`time-machine.lane.${lane}`)}
              </li>
            ))}
          </ul>
          <Disclosure label={t('time-machine.keys')}>
            <p className={text.note}>{t('time-machine.slider.help')}</p>
          </Disclosure>
        </div>
      </Panel>
      {timeline.events.length === 0 && !timeline.cut && (
        <Alert severity="info" title={t('time-machine.nothing.title')}>
          {t('time-machine.nothing.text')}
        </Alert>
      )}
      <div className={classes.board} data-table={table || undefined}>
        {placed && !table && (
          <div className={classes.drawing}>
            <SitePlan
              plan={plan}
              live={view}
              mode="view"
              selection={selection}
              onSelect={() => setChosen(null)}
              onOpenDetails={setChosen}
              badgesOf={badgesOf}
              hoverFacts={(row) => <HoverFacts device={row} then={thenOf(row.id)} />}
              isFaded={retired}
              handle={canvas}
            />
            <p className={classes.marks}>
              <span className={classes.marksPart}>
                <Icon name="ticket" size={16} /> {t('common.reserved')}
              </span>
              <span className={classes.marksPart}>
                <Icon name="alert" size={16} /> {t('common.malfunction')}
              </span>
            </p>
          </div>
        )}
        <aside className={classes.side} aria-label={t('time-machine.around')}>
          {!compact && (card ?? <Alert severity="info">{t('time-machine.card.none')}</Alert>)}
          <Panel title={t('time-machine.around')}>
            <Around timeline={timeline} folded={folded} player={player} onChoose={compact ? nothing : show} />
          </Panel>
          <WholeSite folded={folded} player={player} zone={plan.timeZone} />
          <Panel title={t('common.states')}>
            <Summary live={live} plan={plan} />
          </Panel>
        </aside>
      </div>
      {compact && card && (
        <Dialog title={device.name} onClose={() => setChosen(null)}>
          {card}
        </Dialog>
      )}
      {(!compact || table || !placed) && (
        <Panel title={t('time-machine.table')}>
          <PastTable timeline={timeline} past={past} chosen={chosen} onShow={show} />
        </Panel>
      )}
    </>
  )

  function HoverFacts({ device: row, then }: { device: DeviceView; then: DeviceThen | null }) {
    return (
      <>
        {row.statusAt !== null && (
          <span>
            {t('common.since')} {formatDateTime(row.statusAt, plan.timeZone, { seconds: true })}
          </span>
        )}
        {then?.reservations.map(({ id, number }) => (
          <span key={id}>
            {t('common.reservation')} {number}
          </span>
        ))}
        {then?.malfunctions.map(({ id, kind }) => (
          <span key={id}>{t(`insight.kind.${kind}`)}</span>
        ))}
      </>
    )
  }
}

function badgesOfThen(then: DeviceThen | null): readonly Badge[] {
  if (then === null) return []
  const badges: Badge[] = []
  if (then.malfunctions.length > 0)
    badges.push(then.malfunctions.some(({ severity }) => severity === 'error') ? troubled : warned)
  if (then.reservations.length > 0) badges.push(reserved)
  return badges
}

/** Devices that were out of use by the moment stand back. */
function useRetired({ devices }: Timeline, player: { at(): number; subscribe(listener: () => void): () => void }) {
  const ends = useMemo(() => new Map(devices.map(({ id, retiredAt }) => [id, retiredAt])), [devices])
  const count = useSyncExternalStore(player.subscribe, () => {
    let gone = 0
    for (const end of ends.values()) if (end !== null && end <= player.at()) gone += 1
    return gone
  })
  return useMemo(() => {
    if (count === 0) return undefined
    return (id: number) => {
      const end = ends.get(id) ?? null
      return end !== null && end <= player.at()
    }
  }, [count, ends, player])
}
