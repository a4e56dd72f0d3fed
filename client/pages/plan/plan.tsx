import { getRouteApi } from '@tanstack/react-router'
import { useT } from '../../i18n/i18n.ts'
import { ChosenSite } from '../../sites/chosen-site.tsx'
import { useSearchChange } from '../../ui/use-search-change.ts'
import type { PlanSearch } from './search.ts'
import { SiteScreen } from './site-screen.tsx'

const route = getRouteApi('/sites/visualization')

/** The plans of the operator's sites: which one, then its devices where they stand, live, and for operators in work (LIVE-4). */
export function Plan() {
  const t = useT()
  const { site } = route.useSearch()
  const setSearch = useSearchChange<PlanSearch>()
  return (
    <ChosenSite
      title={t('plan.title')}
      lead={t('plan.lead')}
      site={site}
      to="/sites/visualization"
      onChoose={(id) => setSearch({ site: id, edit: undefined })}
    >
      {(siteId, picker) => <SiteScreen key={siteId} siteId={siteId} picker={picker} />}
    </ChosenSite>
  )
}
