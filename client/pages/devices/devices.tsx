import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { devices as devicesWatch } from '../../../contract/control.ts'
import { list, options, placeAttributes, sizeClasses } from '../../../contract/devices/admin.ts'
import { sessionMe } from '../../../contract/session.ts'
import { SiteAndGatewayFilters } from '../../device-admin/site-and-gateway-filters.tsx'
import { maintenanceOptions } from '../../devices/maintenance-text.ts'
import { useT } from '../../i18n/i18n.ts'
import { nameIn } from '../../i18n/named.ts'
import { FilterSelect } from '../../lists/filter-select.tsx'
import { ListPage } from '../../lists/list-page.tsx'
import { useListSearch } from '../../lists/use-list-search.ts'
import { session } from '../../stores/session.ts'
import { useChangeCounter } from '../../stores/use-change-counter.ts'
import { useQuery } from '../../stores/use-query.ts'
import { useWatch } from '../../stores/use-watch.ts'
import { Icon } from '../../ui/icons.tsx'
import { useDeviceColumns } from './columns.tsx'
import { useManyDevices } from './many-devices.tsx'

const route = getRouteApi('/devices')

/** The devices that somebody operates; admins see all (ADM-6). */
export function Devices() {
  const t = useT()
  const isAdmin = useSnapshot(session).role === 'Admin'
  const search = useListSearch(list, route.useSearch())
  const { view: types } = useQuery(options, { of: 'deviceType' })
  const moved = useChangeCounter(useWatch(sessionMe, {}), 'me')
  const [movedAtSite, setMovedAtSite] = useState(0)
  const add = isAdmin && (
    <Button component={Link} to="/devices/add" leftSection={<Icon name="plus" size={18} />}>
      {t('device-admin.add')}
    </Button>
  )
  return (
    <ListPage
      def={list}
      search={search}
      moved={moved + movedAtSite}
      title={t('common.devices')}
      lead={t('device-admin.lead')}
      label={t('common.devices')}
      searchLabel={t('device-admin.search')}
      actions={
        <>
          <Button
            variant="default"
            component={Link}
            to="/barriers"
            search={{ siteId: search.siteId } as never}
            leftSection={<Icon name="barrier" size={18} />}
          >
            {t('barriers.title')}
          </Button>
          {add}
        </>
      }
      columns={useDeviceColumns()}
      link={({ id }, content) => (
        <Link to="/devices/$deviceId/edit" params={{ deviceId: String(id) }}>
          {content}
        </Link>
      )}
      many={useManyDevices()}
      rowName={({ name }) => name}
      empty={{ icon: 'device', title: t('device-admin.empty.title'), text: t('device-admin.empty.text'), action: add }}
      filters={(given, filter, view) => (
        <>
          <SiteAndGatewayFilters given={given} filter={filter} known={view?.rows ?? []} />
          <FilterSelect
            label={t('insight.fact.type')}
            value={given.deviceTypeId}
            options={(types ?? []).map((type) => [type.id, nameIn(type)])}
            onChange={(deviceTypeId) => filter({ deviceTypeId })}
          />
          <FilterSelect
            label={t('device-admin.maintenanceState')}
            value={given.maintenanceState}
            options={maintenanceOptions(t, given.maintenanceState)}
            onChange={(maintenanceState) => filter({ maintenanceState })}
          />
          <FilterSelect
            label={t('device-admin.silence')}
            value={given.silent === undefined ? undefined : Number(given.silent)}
            options={[
              [1, t('device-admin.silence.silent')],
              [0, t('device-admin.silence.reporting')],
            ]}
            onChange={(value) => filter({ silent: value === undefined ? undefined : value === 1 })}
          />
          <FilterSelect
            label={t('device-admin.attributes')}
            value={given.attribute}
            options={placeAttributes.map((attribute) => [attribute, t(`device-admin.${attribute}`)])}
            onChange={(attribute) => filter({ attribute })}
          />
          <FilterSelect
            label={t('device-admin.sizeClass')}
            value={given.sizeClass}
            options={sizeClasses.map((size) => [size, size])}
            onChange={(sizeClass) => filter({ sizeClass })}
          />
        </>
      )}
    >
      {search.siteId !== undefined && <FollowSite siteId={search.siteId} onMoved={setMovedAtSite} />}
    </ListPage>
  )
}

/** The devices of one site are few enough to follow: the list shows what they report and what others edit. */
function FollowSite({ siteId, onMoved }: { siteId: number; onMoved: (moved: number) => void }) {
  const moved = useChangeCounter(useWatch(devicesWatch, { siteId }), 'device')
  useEffect(() => onMoved(moved), [moved, onMoved])
  return null
}
