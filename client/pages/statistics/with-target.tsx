import type { ReactNode } from 'react'
import { device as deviceWatch } from '../../../contract/insight.ts'
import type { Refusal } from '../../../contract/refusals.ts'
import { site as siteQuery, sites, zones } from '../../../contract/sites.ts'
import type { StatisticScope } from '../../../contract/statistics.ts'
import { useQuery } from '../../stores/use-query.ts'
import { useRow, useWatch } from '../../stores/use-watch.ts'
import type { Target } from './target.ts'

export type Found =
  | { readonly state: 'loading' | 'gone' | 'none' }
  | { readonly state: 'error'; readonly refusal: Refusal<string>; readonly retry: () => void }
  | { readonly state: 'ready'; readonly target: Target }

interface WithTargetProps {
  scope: StatisticScope
  /** Null = the first zone of the caller. */
  id: number | null
  children: (found: Found) => ReactNode
}

/** Looks up the name and the time zone of what the address names. */
export function WithTarget({ scope, id, children }: WithTargetProps) {
  if (id === null || scope === 'zone') return <Zone id={id}>{children}</Zone>
  return scope === 'site' ? <Site id={id}>{children}</Site> : <Device id={id}>{children}</Device>
}

type Part<I = number> = { id: I; children: WithTargetProps['children'] }

function failed(refusal: Refusal<string>, retry: () => void): Found {
  return refusal.code === 'not-found' ? { state: 'gone' } : { state: 'error', refusal, retry }
}

function Zone({ id, children }: Part<number | null>) {
  const asked = useQuery(zones, {})
  const places = useQuery(sites, { limit: 500 })
  const refusal = asked.refusal ?? places.refusal
  if (asked.view === null || places.view === null) {
    if (refusal === null) return children({ state: 'loading' })
    return children(failed(refusal, asked.refusal ? asked.retry : places.retry))
  }
  const zone = id === null ? asked.view[0] : asked.view.find((each) => each.id === id)
  if (!zone) return children({ state: id === null ? 'none' : 'gone' })
  const inside = places.view.items.filter((site) => site.zones.some((each) => each.id === zone.id))
  const [first] = inside.sort((a, b) => a.id - b.id)
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  const target: Target = { scope: 'zone', id: zone.id, name: zone.name, zone: first?.timeZone ?? own }
  return children({ state: 'ready', target })
}

function Site({ id, children }: Part) {
  const asked = useQuery(siteQuery, { siteId: id })
  if (asked.view === null || asked.former)
    return children(asked.refusal ? failed(asked.refusal, asked.retry) : { state: 'loading' })
  const { name, timeZone } = asked.view
  return children({ state: 'ready', target: { scope: 'site', id, name, zone: timeZone } })
}

function Device({ id, children }: Part) {
  const live = useWatch(deviceWatch, { deviceId: id })
  const device = useRow(live, 'device', id)
  if (device === null) {
    if (live.state === 'error' && live.refusal) return children(failed(live.refusal, live.retry))
    return children({ state: live.state === 'loading' ? 'loading' : 'gone' })
  }
  const target: Target = { scope: 'device', id, name: device.name, zone: device.site.timeZone }
  return children({ state: 'ready', target })
}
