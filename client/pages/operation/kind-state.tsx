import type { StoredKind } from '../../../contract/operation.ts'
import { useT } from '../../i18n/i18n.ts'
import { Badge } from '../../ui/status-badge.tsx'
import { percentOf } from './words.ts'

/** What is being done about it at the moment; nothing while nothing is. */
export function KindState({ stored: { retention } }: { stored: Pick<StoredKind, 'retention'> }) {
  const t = useT()
  const running = retention?.running
  if (running?.problem)
    return (
      <Badge tone="error" icon="alert" quiet>
        {t('operation.state.problem')}
      </Badge>
    )
  if (running)
    return (
      <Badge tone="info" icon="refresh" quiet>
        {t('operation.state.running', { percent: percentOf(running.progress) })}
      </Badge>
    )
  if (retention?.requestedAt)
    return (
      <Badge tone="info" icon="wait" quiet>
        {t('operation.state.requested')}
      </Badge>
    )
  return null
}
