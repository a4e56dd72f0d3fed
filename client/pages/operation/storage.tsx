import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { getRouteApi } from '@tanstack/react-router'
import { storage } from '../../../contract/operation.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { Page } from '../../ui/page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { useSearchChange } from '../../ui/use-search-change.ts'
import { useSearchText } from '../../ui/use-search-text.ts'
import { KindTable } from './kind-table.tsx'
import type { StorageSearch } from './search.ts'
import { Summary } from './summary.tsx'
import { useRefreshed } from './use-refreshed.ts'
import { matching } from './words.ts'

const route = getRouteApi('/operation/storage')
export const refreshMs = 5_000

/** What is stored, how large it is, how it grows and how long it is kept (GW-5). */
export function Storage() {
  const t = useT()
  const { query = '' } = route.useSearch()
  const change = useSearchChange<StorageSearch>()
  const [typed, setTyped] = useSearchText(query, (text) => change({ query: text.trim() || undefined }))
  const compact = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
  const { view, refusal, retry } = useRefreshed(storage, {}, refreshMs)
  const shown = view === null ? [] : matching(view.kinds, query, t)
  return (
    <Page
      title={t('operation.title')}
      lead={t('operation.lead')}
      live={view ? { fresh: refusal === null, asOf: view.asOf } : undefined}
      tools={<SearchField label={t('operation.search')} value={typed} onChange={setTyped} />}
    >
      {view === null && refusal === null && <RowsSkeleton rows={8} height={compact ? '9rem' : '3.5rem'} />}
      {refusal !== null && <ErrorState text={refusalText(refusal)} supportCode={refusal.supportCode} onRetry={retry} />}
      {view !== null && <Summary view={view} />}
      {view !== null && shown.length === 0 && (
        <EmptyState
          icon="search"
          title={t('operation.none.title')}
          text={t('operation.none.text')}
          action={
            <Button variant="default" onClick={() => change({ query: undefined })}>
              {t('operation.none.reset')}
            </Button>
          }
        />
      )}
      {shown.length > 0 && view !== null && <KindTable kinds={shown} outboxMinutes={view.outboxMinutes} />}
    </Page>
  )
}
