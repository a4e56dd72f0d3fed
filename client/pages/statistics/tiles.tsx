import type { Statistics } from '../../../contract/statistics.ts'
import { formatEuros, formatNumber } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { type Change, changeOf, type Good } from './change.ts'
import classes from './statistics.module.css'
import { count, duration, percent } from './words.ts'

type Totals = Statistics['totals']

interface Tile {
  readonly key: keyof Totals
  readonly text: (value: number) => string
  /** Which way is good, where that is clear. */
  readonly good: Good
  /** Shares are compared by their difference. */
  readonly points?: boolean
}

const turns = (value: number) => formatNumber(value, value < 0.1 ? 3 : 2)
const tiles: readonly Tile[] = [
  { key: 'bookedShare', text: percent, good: null, points: true },
  { key: 'occupiedShare', text: percent, good: null, points: true },
  { key: 'turnover', text: turns, good: null },
  { key: 'meanMinutes', text: duration, good: null },
  { key: 'reservations', text: count, good: 'more' },
  { key: 'canceled', text: count, good: null },
  { key: 'revenueCents', text: formatEuros, good: 'more' },
  { key: 'refundCents', text: formatEuros, good: null },
  { key: 'malfunctions', text: count, good: 'less' },
  { key: 'downMinutes', text: duration, good: 'less' },
]

/** Nothing has a mean length when there was nothing. */
const known = (totals: Totals, key: keyof Totals) => (key === 'meanMinutes' && totals[key] === 0 ? null : totals[key])

/** The figures of the whole span, each with what it was in the compared one and what became of it. */
export function Tiles({ totals, before }: { totals: Totals; before: Totals | null }) {
  const t = useT()
  return (
    <dl className={`${classes.tiles} ${classes.heldFacts}`}>
      {tiles.map(({ key, text, good, points }) => {
        const [now, then] = [known(totals, key), before && known(before, key)]
        return (
          <div className={classes.tilesBlock} key={key}>
            <dt className={classes.tilesTerm}>{t(`statistics.figure.${key}`)}</dt>
            <dd className={classes.tilesValue}>
              <strong className={classes.tilesStrong}>{now === null ? t('statistics.unknown') : text(now)}</strong>
              {before !== null && (
                <Former
                  text={then === null ? t('statistics.unknown') : text(then)}
                  change={now === null || then === null ? null : changeOf(now, then, good, points)}
                  points={points ?? false}
                />
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

const arrows = { more: '▲', less: '▼', same: '=' } as const

function Former({ text, change, points }: { text: string; change: Change | null; points: boolean }) {
  const t = useT()
  const by =
    change === null || change.by === null
      ? null
      : points
        ? t('statistics.change.points', { count: formatNumber(change.by * 100, change.by < 0.01 ? 2 : 1) })
        : percent(change.by, change.by < 0.1 ? 1 : 0)
  return (
    <>
      {change !== null && (
        <span className={classes.change} data-verdict={change.verdict ?? undefined}>
          <span aria-hidden="true">{arrows[change.way]}</span>{' '}
          {change.way === 'same' || by === null
            ? t(`statistics.change.${change.way}`)
            : t(`statistics.change.${change.way}By`, { by })}
          {change.verdict !== null && ` · ${t(`statistics.verdict.${change.verdict}`)}`}
        </span>
      )}
      <small className={classes.tilesNote}>{t('statistics.before', { value: text })}</small>
    </>
  )
}
