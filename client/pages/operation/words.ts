import { type RetentionRun, retentionKinds, type StorageKind, type StoredKind } from '../../../contract/operation.ts'
import { formatList, formatNumber, formatUnit } from '../../i18n/format.ts'
import type { t as say } from '../../i18n/i18n.ts'

/** How long a kind of data is kept, in words. */
export function keptText({ kind, retention }: StoredKind, outboxMinutes: number, t: typeof say): string {
  if (retention !== null) return t('operation.kept.days', { count: retention.days })
  return kind === 'outbox'
    ? t('operation.kept.minutes', { count: outboxMinutes })
    : t(kind === 'law' ? 'operation.kept.law' : 'operation.kept.use')
}

/** What a deletion took: rows, parts, or nothing. */
export function goneText({ rows, partitions }: Pick<RetentionRun, 'rows' | 'partitions'>, t: typeof say): string {
  const said = [
    rows > 0 ? t('operation.gone.rows', { count: rows }) : null,
    partitions > 0 ? t('operation.gone.parts', { count: partitions }) : null,
  ].filter((each) => each !== null)
  return said.length ? formatList(said) : t('operation.nothing')
}

/** '1.2 s', or '250 ms'. */
export function workedText(ms: number): string {
  return ms < 1_000 ? formatUnit(ms, 'ms', 0) : formatUnit(ms / 1_000, 's')
}

/** True where an admin may set another span. */
export function canChange(kind: StorageKind): kind is keyof typeof retentionKinds {
  const bounds = kind in retentionKinds ? retentionKinds[kind as keyof typeof retentionKinds] : null
  return bounds !== null && (bounds.least as number) < bounds.most
}

/** Kinds whose name, or one of whose tables, holds what is looked for. */
export function matching(kinds: readonly StoredKind[], query: string, t: typeof say): StoredKind[] {
  const wanted = query.trim().toLocaleLowerCase()
  return kinds.filter(({ kind, tables }) =>
    [t(`operation.kind.${kind}`), ...tables.map(({ name }) => name)].some((name) =>
      name.toLocaleLowerCase().includes(wanted),
    ),
  )
}

export const percentOf = (progress: number): string => formatNumber(progress * 100, 0)
