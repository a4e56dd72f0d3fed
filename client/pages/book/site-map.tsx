import L from 'leaflet'
import { useEffect, useRef } from 'react'
import type { SiteHit } from '../../../contract/reservations/book.ts'
import { formatNumber } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { useLeaflet } from '../../map/use-leaflet.ts'
import classes from './site-map.module.css'

interface SiteMapProps {
  sites: readonly SiteHit[]
  focused: number | null
  onFocus: (siteId: number) => void
}

type Placed = SiteHit & { latitude: number; longitude: number }
const isPlaced = (site: SiteHit): site is Placed => site.latitude !== null && site.longitude !== null

/** The sites on a map. Markers are buttons with the site's name and counts; map and list highlight the same site. */
export function SiteMap({ sites, focused, onFocus }: SiteMapProps) {
  const t = useT()
  const { frame, map, plain } = useLeaflet()
  const markers = useRef(new Map<number, { marker: L.Marker; button: HTMLButtonElement }>())
  const tell = useRef(onFocus)
  useEffect(() => {
    tell.current = onFocus
  }, [onFocus])
  // Markers go with their map.
  useEffect(() => {
    const shown = markers.current
    return () => {
      if (map) shown.clear()
    }
  }, [map])

  const placed = sites.filter(isPlaced)
  const key = placed.map(({ id }) => id).join(' ')
  useEffect(() => {
    if (!map) return
    const seen = new Set<number>()
    for (const site of placed) {
      seen.add(site.id)
      const { button } = markers.current.get(site.id) ?? add(map, site)
      button.textContent = formatNumber(site.free, 0)
      button.setAttribute(
        'aria-label',
        t('booking.map.marker', { name: site.name, free: site.free, maximum: site.maximum }),
      )
      button.toggleAttribute('data-none', site.free === 0 || site.refusal !== null)
      button.setAttribute('aria-pressed', String(site.id === focused))
    }
    for (const [id, { marker }] of markers.current) {
      if (seen.has(id)) continue
      marker.remove()
      markers.current.delete(id)
    }
    function add(to: L.Map, site: Placed) {
      const button = document.createElement('button')
      button.type = 'button'
      button.className = classes.marker ?? ''
      L.DomEvent.disableClickPropagation(button)
      button.addEventListener('click', () => tell.current(site.id))
      const icon = L.divIcon({ html: button, className: classes.pin ?? '', iconSize: [44, 44] })
      const marker = L.marker([site.latitude, site.longitude], { icon, keyboard: false, interactive: false }).addTo(to)
      const entry = { marker, button }
      markers.current.set(site.id, entry)
      return entry
    }
  })
  // Other sites mean another section of the map; changed counts leave it where the person moved it.
  useEffect(() => {
    const points = [...markers.current.values()].map(({ marker }) => marker.getLatLng())
    if (points.length > 0) map?.fitBounds(L.latLngBounds(points).pad(0.2), { maxZoom: 15, animate: false })
  }, [key, map])

  const unplaced = sites.length - placed.length
  return (
    <section className={classes.map} aria-label={t('booking.map')}>
      <div ref={frame} className={classes.frame} data-plain={plain || undefined} />
      {unplaced > 0 && <p className={classes.mapText}>{t('booking.map.unplaced', { count: unplaced })}</p>}
    </section>
  )
}
