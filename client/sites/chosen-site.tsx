import type { ReactNode } from 'react'
import { sites as sitesQuery } from '../../contract/sites.ts'
import { refusalText, useT } from '../i18n/i18n.ts'
import { useQuery } from '../stores/use-query.ts'
import { Page } from '../ui/page.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { RowsSkeleton } from '../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { SiteCards } from './site-cards.tsx'
import classes from './sites.module.css'

interface ChosenSiteProps {
  /** Title of the page while no site is chosen. */
  title: string
  lead: string
  /** The site in the address. */
  site: number | undefined
  /** The page of a site. */
  to: '/sites/visualization' | '/sites/time-machine'
  onChoose: (site: number) => void
  /** The chosen site, the control to change it (none for a single site), and the site's zone once known. */
  children: (siteId: number, picker: ReactNode, zone: string | undefined) => ReactNode
}

/** One of the operator's sites with a plan: the one in the address, the only one, or a choice. */
export function ChosenSite({ title, lead, site, to, onChoose, children }: ChosenSiteProps) {
  const t = useT()
  const { view, refusal, retry } = useQuery(sitesQuery, { limit: 500 })
  const drawn = view?.items.filter(({ visualizationEnabled }) => visualizationEnabled) ?? []
  const [only] = drawn.length === 1 ? drawn : []
  const siteId = site ?? only?.id
  if (siteId !== undefined) {
    const options = drawn.map(({ id, name }) => ({ value: String(id), label: name }))
    const known = drawn.some(({ id }) => id === siteId)
    const picker = drawn.length > 1 && (
      <SelectField
        className={classes.site ?? ''}
        aria-label={t('common.site')}
        value={String(siteId)}
        onChange={(next) => onChoose(Number(next))}
        data={known ? options : [{ value: String(siteId), label: t('plan.site.choose') }, ...options]}
      />
    )
    return children(siteId, picker, view?.items.find(({ id }) => id === siteId)?.timeZone)
  }
  return (
    <Page title={title} lead={lead}>
      {view === null && refusal === null && <RowsSkeleton rows={4} height="6rem" />}
      {view === null && refusal !== null && (
        <ErrorState text={refusalText(refusal)} supportCode={refusal.supportCode} onRetry={retry} />
      )}
      {view !== null && drawn.length === 0 && (
        <EmptyState icon="map" title={t('plan.noSites.title')} text={t('plan.noSites.text')} />
      )}
      {view !== null && drawn.length > 0 && (
        <SiteCards sites={drawn} without={view.items.length - drawn.length} to={to} />
      )}
    </Page>
  )
}
