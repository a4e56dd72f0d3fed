import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { barrierTypes, changes, list } from '../../../contract/barriers.ts'
import { SiteAndGatewayFilters } from '../../device-admin/site-and-gateway-filters.tsx'
import { useT } from '../../i18n/i18n.ts'
import { FilterSelect } from '../../lists/filter-select.tsx'
import { ListPage } from '../../lists/list-page.tsx'
import { useListSearch } from '../../lists/use-list-search.ts'
import { useChangeCounter } from '../../stores/use-change-counter.ts'
import { useWatch } from '../../stores/use-watch.ts'
import { BackButton } from '../../ui/back-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { useBarrierColumns } from './columns.tsx'
import { useManyBarriers } from './many-barriers.tsx'

const route = getRouteApi('/barriers')

/** The barriers of the sites that somebody operates; admins see all (ADM-7). */
export function Barriers() {
  const t = useT()
  const search = useListSearch(list, route.useSearch())
  const moved = useChangeCounter(useWatch(changes, {}), 'barrier')
  const add = (
    <Button
      component={Link}
      to="/barriers/add"
      search={{ siteId: search.siteId } as never}
      leftSection={<Icon name="plus" size={18} />}
    >
      {t('barriers.add')}
    </Button>
  )
  return (
    <ListPage
      def={list}
      search={search}
      moved={moved}
      title={t('barriers.title')}
      lead={t('barriers.lead')}
      label={t('barriers.title')}
      searchLabel={t('barriers.search')}
      back={<BackButton otherwise="/devices">{t('common.devices')}</BackButton>}
      actions={add}
      columns={useBarrierColumns()}
      link={({ id }, content) => (
        <Link to="/barriers/$barrierId" params={{ barrierId: String(id) }}>
          {content}
        </Link>
      )}
      many={useManyBarriers()}
      rowName={({ description }) => description}
      empty={{ icon: 'barrier', title: t('barriers.empty.title'), text: t('barriers.empty.text'), action: add }}
      filters={(given, filter, view) => (
        <>
          <SiteAndGatewayFilters given={given} filter={filter} known={view?.rows ?? []} />
          <FilterSelect
            label={t('barriers.type')}
            value={given.type}
            options={barrierTypes.map((type) => [type, t(`barriers.type.${type}`)])}
            onChange={(type) => filter({ type })}
          />
        </>
      )}
    />
  )
}
