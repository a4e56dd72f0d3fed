import { Temporal } from 'temporal-polyfill'
import type { CsvColumn } from '../../charts/csv.ts'
import type { Shown } from './use-shown.ts'

/** '2026-10-25T02:00:00+01:00': a moment (ms) for machines, by the clock of the site. */
export function isoIn(at: number, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(zone)
    .toString({ timeZoneName: 'never', smallestUnit: 'second' })
}

/** Parts of a file's name: what is shown, and its days. */
export function fileNameOf({ target, piece }: Pick<Shown, 'target' | 'piece'>): string[] {
  return [target.name, isoIn(piece.from, target.zone).slice(0, 10), isoIn(piece.until, target.zone).slice(0, 10)]
}

/** A figure's columns in a file: as it is, and, when spans are compared, as it was. Cents become euros. */
export function csvFigures<Row>(
  title: string,
  formerTitle: string | null,
  now: (row: Row) => number | null,
  before: (row: Row) => number | null,
): CsvColumn<Row>[] {
  return [{ title, cell: now }, ...(formerTitle === null ? [] : [{ title: formerTitle, cell: before }])]
}

/** Cents as euros; shares and figures as they are. */
export const euros = (cents: number | null) => (cents === null ? null : cents / 100)
