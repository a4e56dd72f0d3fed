import { NativeSelect } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { sites as sitesQuery } from '../../../contract/sites.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { useAsked } from '../../stores/useAsked.ts'
import { Icon } from '../../ui/icons.tsx'
import { Page } from '../../ui/Page.tsx'
import { RowsSkeleton } from '../../ui/Skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/States.tsx'
import { useSearchChange } from '../../ui/useSearchChange.ts'
import classes from './plan.module.css'
import { SiteCards } from './SiteCards.tsx'
import { SiteScreen } from './SiteScreen.tsx'
import type { PlanSearch } from './search.ts'

const route = getRouteApi('/sites/visualization')

/** The plans of the operator's sites: which one, then its devices where they stand, live, and for operators in work (LIVE-4). */
export function Plan() {
  const t = useT()
  const search = route.useSearch()
  const setSearch = useSearchChange<PlanSearch>()
  const { view, refusal, retry } = useAsked(sitesQuery, { limit: 500 })
  const drawn = view?.items.filter(({ visualizationEnabled }) => visualizationEnabled) ?? []
  const [only] = drawn.length === 1 ? drawn : []
  const siteId = search.site ?? only?.id
  const choose = (id: number) => setSearch({ site: id, edit: undefined })
  if (siteId !== undefined) {
    const options = drawn.map(({ id, name }) => ({ value: String(id), label: name }))
    const picker = drawn.length > 1 && (
      <NativeSelect
        className={classes.site ?? ''}
        aria-label={t('plan.site')}
        value={String(siteId)}
        rightSection={<Icon name="chevronDown" size={18} />}
        onChange={(event) => choose(Number(event.currentTarget.value))}
        data={
          drawn.some(({ id }) => id === siteId)
            ? options
            : [{ value: String(siteId), label: t('plan.site.choose') }, ...options]
        }
      />
    )
    return <SiteScreen key={siteId} siteId={siteId} picker={picker} />
  }
  return (
    <Page title={t('plan.title')} lead={t('plan.lead')}>
      {view === null && refusal === null && <RowsSkeleton rows={4} height="6rem" />}
      {view === null && refusal !== null && (
        <ErrorState text={refusalText(refusal)} supportCode={refusal.supportCode} onRetry={retry} />
      )}
      {view !== null && drawn.length === 0 && (
        <EmptyState icon="map" title={t('plan.noSites.title')} text={t('plan.noSites.text')} />
      )}
      {view !== null && drawn.length > 0 && <SiteCards sites={drawn} without={view.items.length - drawn.length} />}
    </Page>
  )
}
