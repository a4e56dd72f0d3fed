import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { HistoryChange, HistoryEntity } from '../../contract/history.ts'

const pages: Readonly<Partial<Record<HistoryEntity, string>>> = {
  tenant: '/tenants/',
  zone: '/zones/',
  site: '/sites/',
  location: '/locations/',
  gateway: '/gateway/',
  device: '/devices/',
  barrier: '/barriers/',
  event: '/events/edit?eventId=',
  tariff: '/tariffs/',
  'device-type': '/device-types/',
  'access-method': '/device-access-methods/',
  product: '/products/',
  code: '/codes/',
}

/** The name of a changed row, with a link to its page while it exists. */
export function RowLink({ change: { entity, rowId, name, exists } }: { change: HistoryChange }) {
  const page = pages[entity]
  const label = name ?? `#${rowId}`
  if (!page || !exists) return label
  return (
    <Anchor component={Link} underline="always" to={`${page}${rowId}` as '/'}>
      {label}
    </Anchor>
  )
}
