import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { themeNames } from '../../../contract/themes.ts'
import { fieldOf } from '../../dates/wall.ts'
import { contrast } from '../../theme/color.ts'
import { themes } from '../../theme/themes.ts'
import { palette } from '../../theme/tokens.ts'
import { alignedCurve, alignedSteps } from './align.ts'
import { changeOf } from './change.ts'
import { isoIn } from './columns.ts'
import { heatLevel, heatLevels, heatTop } from './heat.ts'
import { comparisons, presets } from './search.ts'
import { comparedPiece, type Piece, pieceBetween, presetPiece, shownPiece, stepped, troubleOf } from './spans.ts'
import { type Step, stepCurve, stepRows } from './steps.ts'

const berlin = 'Europe/Berlin'
const at = (text: string) => Date.parse(text)
const hour = 3_600_000
const words = ({ from, until }: Piece) => [fieldOf(from, berlin), fieldOf(until, berlin)]

describe('named spans', () => {
  it.each([
    ['today', '2026-10-25T00:00'],
    ['week', '2026-10-19T00:00'],
    ['days30', '2026-09-26T00:00'],
    ['month', '2026-10-01T00:00'],
    ['year', '2025-11-01T00:00'],
  ] as const)('%s begins at midnight of the site, on the day of 25 hours too [LIVE-5]', (preset, from) => {
    expect(words(presetPiece(preset, at('2026-10-25T15:30:00Z'), berlin))).toEqual([from, '2026-10-25T16:30'])
  })

  it('the month before is whole, whatever the clocks do in it [LIVE-5]', () => {
    const march = presetPiece('lastMonth', at('2027-04-10T10:00:00Z'), berlin)
    expect(words(march)).toEqual(['2027-03-01T00:00', '2027-04-01T00:00'])
    expect(march.until - march.from).toBe((31 * 24 - 1) * hour)
  })

  it('can always be asked for, and so can what they are compared with [LIVE-5]', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: at('2024-01-01T00:00:00Z'), max: at('2028-12-31T00:00:00Z') }),
        fc.constantFrom(...presets),
        fc.constantFrom(...comparisons),
        fc.constantFrom(berlin, 'America/New_York', 'Asia/Kathmandu', 'UTC'),
        (now, span, compare, zone) => {
          const piece = presetPiece(span, now, zone)
          expect(troubleOf(piece)).toBeNull()
          const other = comparedPiece(
            { span, compare, since: new Date(now - 400 * 24 * hour).toISOString() },
            piece,
            zone,
          )
          if (compare === 'none') expect(other).toBeNull()
          else {
            expect(troubleOf(other ?? piece)).toBeNull()
            expect(other?.from).toBeLessThan(piece.from)
          }
        },
      ),
    )
  })
})

describe('the span of the address', () => {
  const own = { from: '2026-10-24T22:00:00Z', until: '2026-10-25T23:00:00Z' }
  const now = at('2026-11-21T12:00:00Z')

  it('is its own moments when they make a span, else a week [LIVE-5]', () => {
    expect(words(shownPiece(own, now, berlin))).toEqual(['2026-10-25T00:00', '2026-10-26T00:00'])
    const week = words(presetPiece('week', now, berlin))
    expect(words(shownPiece({ from: own.until, until: own.from }, now, berlin))).toEqual(week)
    expect(words(shownPiece({ ...own, until: '2028-01-01T00:00:00Z' }, now, berlin))).toEqual(week)
    expect(words(shownPiece({ from: own.from }, now, berlin))).toEqual(week)
  })

  it('goes by days over a change of the clocks, by months for months, else by its length [LIVE-5]', () => {
    const day = shownPiece(own, now, berlin)
    expect(words(stepped(own, day, -1, berlin))).toEqual(['2026-10-24T00:00', '2026-10-25T00:00'])
    expect(words(stepped(own, day, 1, berlin))).toEqual(['2026-10-26T00:00', '2026-10-27T00:00'])
    const march = { from: '2027-02-28T23:00:00Z', until: '2027-03-31T22:00:00Z' }
    const months = shownPiece(march, now, berlin)
    expect(words(stepped(march, months, -1, berlin))).toEqual(['2027-02-01T00:00', '2027-03-01T00:00'])
    const odd = { from: '2026-10-25T00:10:00Z', until: '2026-10-25T02:10:00Z' }
    expect(stepped(odd, shownPiece(odd, now, berlin), -1, berlin)).toEqual({
      from: at('2026-10-24T22:10:00Z'),
      until: at(odd.from),
    })
    expect(words(stepped({}, presetPiece('week', now, berlin), -1, berlin))).toEqual([
      '2026-11-08T00:00',
      '2026-11-15T00:00',
    ])
  })

  it('is compared with as much of the span before, or of the year before [LIVE-5]', () => {
    const today = presetPiece('today', now, berlin)
    expect(words(comparedPiece({ span: 'today', compare: 'before' }, today, berlin) ?? today)).toEqual([
      '2026-11-20T00:00',
      '2026-11-20T13:00',
    ])
    expect(words(comparedPiece({ span: 'today', compare: 'year' }, today, berlin) ?? today)).toEqual([
      '2025-11-21T00:00',
      '2025-11-21T13:00',
    ])
    expect(comparedPiece({ compare: 'own' }, today, berlin)).toBeNull()
  })

  it('drawn in a chart is ordered, can be asked for and holds what was drawn [LIVE-5]', () => {
    const moment = fc.integer({ min: at('2024-01-01T00:00:00Z'), max: at('2024-12-01T00:00:00Z') })
    fc.assert(
      fc.property(moment, moment, (a, b) => {
        const piece = pieceBetween(a, b)
        expect(troubleOf(piece)).toBeNull()
        expect(piece.from).toBeLessThanOrEqual(Math.min(a, b))
        expect(piece.until).toBeGreaterThanOrEqual(Math.max(a, b))
      }),
    )
  })
})

const step = (moment: number, reservations: number): Step => ({
  at: new Date(moment).toISOString(),
  reservations,
  canceled: 0,
  bookedShare: 0,
  occupiedShare: null,
  revenueCents: 0,
  refundCents: 0,
  malfunctions: 0,
})
const hourly = ({ from, until }: Piece) =>
  Array.from({ length: (until - from) / hour }, (_, index) => step(from + index * hour, index))

describe('comparing', () => {
  const long = { from: at('2026-10-24T22:00:00Z'), until: at('2026-10-25T23:00:00Z') }
  const plain = { from: at('2026-10-23T22:00:00Z'), until: at('2026-10-24T22:00:00Z') }

  it('holds noon against noon, and the hour that comes twice against one or none [LIVE-5]', () => {
    const [shown, other] = [
      { step: 'hour' as const, series: hourly(long), piece: long },
      { step: 'hour' as const, series: hourly(plain), piece: plain },
    ]
    const held = alignedSteps(shown, other, berlin)
    expect(held).toHaveLength(25)
    for (const [index, each] of held.entries()) {
      const wall = fieldOf(Date.parse(shown.series[index]?.at ?? ''), berlin).slice(11)
      if (each) expect(fieldOf(Date.parse(each.at), berlin).slice(11)).toBe(wall)
      else expect(wall).toBe('02:00')
    }
    expect(held.filter((each) => each === null)).toHaveLength(1)
    expect(alignedSteps(other, shown, berlin).every((each) => each !== null)).toBe(true)
  })

  it('holds months against months by their number, and different steps against nothing [LIVE-5]', () => {
    const series = [1, 2, 3].map((month) => step(Date.UTC(2026, month, 1), month))
    const shown = { step: 'month' as const, series, piece: long }
    const other = { step: 'month' as const, series: series.slice(0, 2), piece: plain }
    expect(alignedSteps(shown, other, berlin)).toEqual([series[0], series[1], null])
    expect(alignedSteps(shown, { ...other, step: 'week' }, berlin)).toEqual([null, null, null])
  })

  it('moves a curve with its holes to where the shown one lies, in order [LIVE-5]', () => {
    const points = Array.from({ length: 24 }, (_, index) => ({
      t: plain.from + index * hour,
      avg: index === 5 ? null : index,
      band: null,
    }))
    const moved = alignedCurve(points, long, plain, berlin)
    expect(moved.map(({ t }) => fieldOf(t, berlin).slice(11))).toEqual(
      points.map(({ t }) => fieldOf(t, berlin).slice(11)),
    )
    expect(moved.filter(({ avg }) => avg === null)).toHaveLength(1)
    expect(alignedCurve([{ t: plain.from - 1, avg: 1, band: null }], long, plain, berlin)).toEqual([])
    const back = alignedCurve(
      hourly(long).map(({ at: moment }) => ({ t: Date.parse(moment), avg: 1, band: null })),
      plain,
      long,
      berlin,
    )
    expect(back).toHaveLength(24)
  })

  it('draws steps from the beginning of the span to its end [LIVE-5]', () => {
    const figures = {
      timeZone: berlin,
      step: 'day' as const,
      places: 1,
      totals: { ...step(0, 0), turnover: 0, meanMinutes: 0, downMinutes: 0 },
      series: [step(plain.from - hour, 3), step(plain.from + hour, 5)],
      heat: [],
      kinds: [],
    }
    const rows = stepRows({ figures, piece: plain }, null)
    expect(rows.map(({ until }) => until)).toEqual([plain.from + hour, plain.until])
    expect(stepCurve(rows, 'now', 'reservations', plain).map(({ t, avg }) => [t, avg])).toEqual([
      [plain.from, 3],
      [plain.from + hour, 5],
      [plain.until, 5],
    ])
    expect(stepCurve(rows, 'before', 'reservations', plain).every(({ avg }) => avg === null)).toBe(true)
  })

  it('says more, less or the same, how much, and better only where that is clear [LIVE-5]', () => {
    expect(changeOf(120, 100, 'more')).toEqual({ way: 'more', by: 0.2, verdict: 'better' })
    expect(changeOf(50, 100, 'more')).toEqual({ way: 'less', by: 0.5, verdict: 'worse' })
    expect(changeOf(50, 100, 'less')).toMatchObject({ verdict: 'better' })
    expect(changeOf(3, 0, null)).toEqual({ way: 'more', by: null, verdict: null })
    expect(changeOf(0, 0, 'more')).toEqual({ way: 'same', by: 0, verdict: null })
    expect(changeOf(0.5, 0.3, null, true).by).toBeCloseTo(0.2)
  })
})

describe('the heat map', () => {
  it('has even steps up to a round top that nothing exceeds [LIVE-5]', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(fc.array(share, { maxLength: 30 }), (shares) => {
        const cells = shares.map((bookedShare, index) => ({
          weekday: 1,
          hour: index,
          bookedShare,
          occupiedShare: null,
        }))
        const top = heatTop(cells, 'bookedShare')
        const levels = [...shares].sort((a, b) => a - b).map((each) => heatLevel(each, top))
        expect(shares.every((each) => each <= top)).toBe(true)
        expect(levels).toEqual([...levels].sort((a, b) => a - b))
        expect(levels.every((level) => level >= 0 && level <= heatLevels)).toBe(true)
      }),
    )
    expect([0, 0.01, 0.1, 0.11, 0.5].map((each) => heatLevel(each, 0.5))).toEqual([0, 1, 1, 2, 5])
  })

  /** What a level's rule in heat.module.css comes to under a theme. */
  const css = readFileSync(new URL('heat.module.css', import.meta.url), 'utf8')
  const rule = (level: number) => css.match(new RegExp(`\\[data-level="${level}"\\] \\{([^}]*)\\}`))?.[1] ?? ''
  const base = css.match(/\[data-level\] \{([^}]*)\}/)?.[1] ?? ''
  const said = (level: number, property: string) =>
    [rule(level), base].map((text) => text.match(new RegExp(`\\n\\s+${property}: ([^;]+);`))?.[1]).find(Boolean) ?? ''

  it('is readable at every level in every theme, light and dark, and its levels differ [LIVE-5] [THEME-1]', () => {
    const misses: string[] = []
    for (const name of themeNames) {
      for (const scheme of ['light', 'dark'] as const) {
        const p = palette(themes[name], scheme)
        const tokens: Readonly<Record<string, string>> = {
          'var(--hf-surface)': p.surface,
          'var(--hf-text)': p.text,
          'var(--hf-brand-solid)': p.tones.brand.solid,
          'var(--hf-brand-on-solid)': p.tones.brand.onSolid,
        }
        const colour = (text: string): string => {
          const mixed = text.match(/^color-mix\(in srgb, (\S+) (\d+)%, (\S+)\)$/)
          const plain = tokens[text]
          if (mixed) return mix(colour(mixed[1] ?? ''), Number(mixed[2]), colour(mixed[3] ?? ''))
          if (!plain) throw new Error(`no such token: ${text}`)
          return plain
        }
        const grounds = Array.from({ length: heatLevels + 1 }, (_, level) => colour(said(level, 'background')))
        for (const [level, ground] of grounds.entries()) {
          const got = contrast(colour(said(level, 'color')), ground)
          if (got < 4.5) misses.push(`${name} ${scheme} ${level}: ${got.toFixed(2)}`)
          const [first = ''] = grounds
          if (level > 0 && contrast(ground, first) <= contrast(grounds[level - 1] ?? first, first))
            misses.push(`${name} ${scheme}: ${level} is no stronger than ${level - 1}`)
        }
      }
    }
    expect(misses).toEqual([])
  })
})

/** `color-mix(in srgb, a percent%, b)` of two hex colours. */
function mix(a: string, percent: number, b: string): string {
  const part = (hex: string, index: number) => Number.parseInt(hex.slice(1 + index * 2, 3 + index * 2), 16)
  const channel = (index: number) => Math.round((part(a, index) * percent + part(b, index) * (100 - percent)) / 100)
  return `#${[0, 1, 2].map((index) => channel(index).toString(16).padStart(2, '0')).join('')}`
}

it('a file tells moments with the clock of the site: of the hour that comes twice, both [LIVE-5]', () => {
  expect(isoIn(at('2026-10-25T00:30:00Z'), berlin)).toBe('2026-10-25T02:30:00+02:00')
  expect(isoIn(at('2026-10-25T01:30:00Z'), berlin)).toBe('2026-10-25T02:30:00+01:00')
})
