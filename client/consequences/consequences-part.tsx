import { refusalText, useT } from '../i18n/i18n.ts'
import { Alert } from '../ui/alert.tsx'
import { RowsSkeleton } from '../ui/skeletons.tsx'
import { Consequences } from './consequences.tsx'
import type { SeenConsequences } from './use-consequences.ts'

/** The consequences of an act while they are loaded, when they are known, and when they have moved. */
export function ConsequencesPart({ view, refusal, moved, lookAgain }: SeenConsequences) {
  const t = useT()
  if (view === null && refusal === null) return <RowsSkeleton rows={2} height="1.5rem" />
  return (
    <>
      {refusal && (
        <Alert
          severity="error"
          action={
            <button type="button" onClick={lookAgain}>
              {t('ui.retry')}
            </button>
          }
        >
          {refusalText(refusal)}
        </Alert>
      )}
      {moved !== null && moved !== 0 && (
        <Alert severity="warning">
          {moved > 0
            ? t('consequences.moved.reservations', { count: moved })
            : t('consequences.moved.fewer', { count: -moved })}
        </Alert>
      )}
      {view && <Consequences view={view} />}
    </>
  )
}
