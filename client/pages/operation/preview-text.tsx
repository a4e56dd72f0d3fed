import type * as z from 'zod'
import type { retentionPreview } from '../../../contract/operation.ts'
import { formatDate } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { formatBytes } from '../../i18n/measures.ts'
import { Alert } from '../../ui/alert.tsx'
import { goneText } from './words.ts'

/** What a span would delete, in words. */
export function PreviewText({ preview }: { preview: z.output<(typeof retentionPreview)['reply']> }) {
  const t = useT()
  const { before, oldest, rows, partitions, more, bytes } = preview
  const date = formatDate(before, 'UTC')
  if (rows === 0 && partitions === 0) return <Alert severity="info">{t('operation.change.none', { date })}</Alert>
  return (
    <Alert severity="warning">
      {[
        t(more ? 'operation.change.deletes.more' : 'operation.change.deletes', {
          date,
          gone: goneText({ rows, partitions }, t),
          bytes: formatBytes(bytes),
        }),
        oldest === null ? null : t('operation.change.oldest', { date: formatDate(oldest) }),
        t('operation.change.final'),
      ]
        .filter((each) => each !== null)
        .join(' ')}
    </Alert>
  )
}
