import { useMemo } from 'react'
import { statistics } from '../../../contract/statistics.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { useQuery } from '../../stores/use-query.ts'
import { Alert } from '../../ui/alert.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { HeatPanel } from './heat-panel.tsx'
import { KindPanel } from './kind-panel.tsx'
import type { Piece } from './spans.ts'
import classes from './statistics.module.css'
import { StepPanel } from './step-panel.tsx'
import type { Answered } from './steps.ts'
import { Tiles } from './tiles.tsx'
import { useHeld } from './use-held.ts'
import type { Shown } from './use-shown.ts'

const asked = ({ target: { scope, id } }: Shown, { from, until }: Piece) => ({
  scope,
  targetId: id,
  from: new Date(from).toISOString(),
  until: new Date(until).toISOString(),
})

/** Occupancy, turnover, reservations, money and malfunctions of a span, against another one when there is one. */
export function Figures({ shown }: { shown: Shown }) {
  const t = useT()
  const { piece, other } = shown
  const now = useQuery(statistics, asked(shown, piece))
  const before = useQuery(statistics, other && asked(shown, other))
  const held = useHeld(now, piece)
  const formerHeld = useHeld(before, other)
  const answered = useMemo<Answered | null>(() => held && { figures: held.view, piece: held.of }, [held])
  const former = useMemo<Answered | null>(
    () => (other === null || formerHeld === null ? null : { figures: formerHeld.view, piece: formerHeld.of }),
    [other, formerHeld],
  )
  if (now.refusal !== null && !now.asking) {
    return <ErrorState text={refusalText(now.refusal)} supportCode={now.refusal.supportCode} onRetry={now.retry} />
  }
  if (answered === null) {
    return (
      <>
        <RowsSkeleton rows={1} height="8rem" />
        <RowsSkeleton rows={2} height="14rem" />
      </>
    )
  }
  const { figures } = answered
  const part = { shown: { ...shown, piece: answered.piece }, answered, other: former }
  const waiting = now.asking || before.asking
  return (
    <>
      {before.refusal !== null && !before.asking && other !== null && (
        <Alert severity="warning">{t('statistics.compare.failed', { why: refusalText(before.refusal) })}</Alert>
      )}
      {figures.places === 0 && <Alert severity="info">{t('statistics.noPlaces')}</Alert>}
      {quiet(figures.totals) ? (
        <EmptyState icon="chart" title={t('statistics.empty.title')} text={t('statistics.empty.text')} />
      ) : (
        <>
          <div className={classes.held} aria-busy={waiting} data-former={answered.piece !== piece || undefined}>
            <Tiles totals={figures.totals} before={former?.figures.totals ?? null} />
            {answered.piece !== piece && <StillOf piece={answered.piece} zone={shown.target.zone} />}
          </div>
          <StepPanel {...part} waiting={waiting} />
          <HeatPanel {...part} waiting={waiting} />
        </>
      )}
      <KindPanel {...part} />
    </>
  )
}

/** Of which span the figures are while the chosen one is on its way: seen only when that takes long, as without a connection. */
function StillOf({ piece, zone }: { piece: Piece; zone: string }) {
  const t = useT()
  const [from, until] = [formatDateTime(piece.from, zone), formatDateTime(piece.until, zone)]
  return (
    <p className={classes.still} role="status">
      {t('statistics.still', { from, until })}
    </p>
  )
}

/** Nothing was reserved, paid, told or wrong. */
function quiet({
  reservations,
  revenueCents,
  refundCents,
  bookedShare,
  occupiedShare,
  malfunctions,
}: Answered['figures']['totals']) {
  return (
    reservations === 0 &&
    revenueCents === 0 &&
    refundCents === 0 &&
    bookedShare === 0 &&
    occupiedShare === null &&
    malfunctions === 0
  )
}
