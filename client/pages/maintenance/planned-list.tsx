import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type MaintenancePreview, type PlannedItem, type PlannedOutcome } from '../../../contract/maintenance.ts'
import { formatDateTime, formatEuros, formatNumber, formatSpan } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { Badge } from '../../ui/status-badge.tsx'
import classes from './maintenance.module.css'
import { plannedLooks } from './words.ts'

/** What needs attention comes first. */
const outcomes = ['loses-access', 'cannot-move', 'move'] as const satisfies readonly PlannedOutcome[]
const few = 20

/** Every affected reservation with its outcome (MAINT-4). */
export function PlannedList({ preview }: { preview: MaintenancePreview }) {
  const t = useT()
  const [outcome, setOutcome] = useState<PlannedOutcome | 'all'>('all')
  const [limit, setLimit] = useState(few)
  const { moves, cannotMove, losesAccess } = preview.counts
  const counts = { move: moves, 'cannot-move': cannotMove, 'loses-access': losesAccess }
  const total = moves + cannotMove + losesAccess
  const found = outcomes.flatMap((each) =>
    outcome === 'all' || outcome === each ? preview.items.filter((item) => item.outcome === each) : [],
  )
  const shown = found.slice(0, limit)
  return (
    <>
      <SegmentedFilter<PlannedOutcome | 'all'>
        className={classes.choice}
        label={t('maintenance.preview.filter')}
        value={outcome}
        onChange={setOutcome}
        options={[
          { value: 'all', label: t('common.allFeminine'), count: total },
          ...outcomes.map((value) => ({
            value,
            label: t(`maintenance.planned.${value}`),
            count: counts[value],
          })),
        ]}
      />
      {preview.items.length < total && (
        <p className={classes.dim}>
          {t('maintenance.preview.first', { shown: formatNumber(preview.items.length), total: formatNumber(total) })}
        </p>
      )}
      {found.length === 0 && <p className={classes.dim}>{t('maintenance.affected.noneOf')}</p>}
      <ul className={classes.planned}>
        {shown.map((item) => (
          <Planned key={item.reservationId} item={item} />
        ))}
      </ul>
      {found.length > shown.length && (
        <Button variant="default" onClick={() => setLimit(limit + 100)}>
          {t('ui.showMore', { count: Math.min(100, found.length - shown.length) })}
        </Button>
      )}
    </>
  )
}

function Planned({ item }: { item: PlannedItem }) {
  const t = useT()
  const { outcome, site, device, to, triesUntil } = item
  return (
    <li className={classes.plannedItem}>
      <Badge {...plannedLooks[outcome]}>{t(`maintenance.planned.${outcome}`)}</Badge>
      <div className={classes.plannedBlock}>
        <Link
          to="/reservations/$reservationId"
          params={{ reservationId: String(item.reservationId) }}
          target="_blank"
          aria-label={t('common.reservationNumber', { number: String(item.number) })}
        >
          {item.number}
        </Link>{' '}
        <span>{item.person ?? t('maintenance.person')}</span>
        <small className={classes.plannedNote}>{formatSpan(item.start, item.end, site.timeZone)}</small>
      </div>
      <div className={classes.plannedBlock}>
        <span>{to === null ? device.name : t('maintenance.item.move', { from: device.name, to: to.name })}</span>
        {outcome === 'cannot-move' && (
          <small className={classes.plannedNote}>
            {triesUntil === null
              ? t('maintenance.item.triesOnce')
              : t('maintenance.item.tries', { time: formatDateTime(triesUntil, site.timeZone) })}
          </small>
        )}
        {outcome !== 'move' && item.refundCents > 0 && (
          <small className={classes.plannedNote}>
            {t('maintenance.item.refund', { amount: formatEuros(item.refundCents) })}
          </small>
        )}
        {item.language === null && <small className={classes.plannedNote}>{t('maintenance.item.untold')}</small>}
      </div>
    </li>
  )
}
