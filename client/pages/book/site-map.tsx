import 'leaflet/dist/leaflet.css'
import L from 'leaflet'
import { useEffect, useRef } from 'react'
import type { SiteHit } from '../../../contract/reservations/book.ts'
import { formatNumber } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import classes from './site-map.module.css'

interface SiteMapProps {
  sites: readonly SiteHit[]
  /** Null = none configured: markers on a plain background. */
  tiles: { readonly tileUrl: string; readonly attribution: string } | null
  focused: number | null
  onFocus: (siteId: number) => void
}

type Placed = SiteHit & { latitude: number; longitude: number }
const isPlaced = (site: SiteHit): site is Placed => site.latitude !== null && site.longitude !== null

/** The sites on a map. Markers are buttons with the site's name and counts; map and list highlight the same site. */
export function SiteMap({ sites, tiles, focused, onFocus }: SiteMapProps) {
  const t = useT()
  const frame = useRef<HTMLDivElement>(null)
  const map = useRef<L.Map | null>(null)
  const markers = useRef(new Map<number, { marker: L.Marker; button: HTMLButtonElement }>())
  const tell = useRef(onFocus)
  useEffect(() => {
    tell.current = onFocus
  }, [onFocus])

  const [zoomIn, zoomOut] = [t('booking.map.zoomIn'), t('booking.map.zoomOut')]
  useEffect(() => {
    if (frame.current === null) return
    const made = L.map(frame.current, { zoomControl: false, attributionControl: false, scrollWheelZoom: false })
    made.setView([51, 10.5], 6)
    L.control.zoom({ zoomInTitle: zoomIn, zoomOutTitle: zoomOut }).addTo(made)
    if (tiles) {
      L.tileLayer(tiles.tileUrl, { maxZoom: 19 }).addTo(made)
      L.control.attribution({ prefix: false }).addAttribution(tiles.attribution).addTo(made)
    }
    map.current = made
    const shown = markers.current
    const resized = new ResizeObserver(() => made.invalidateSize({ animate: false }))
    resized.observe(frame.current)
    return () => {
      resized.disconnect()
      shown.clear()
      map.current = null
      made.remove()
    }
  }, [tiles, zoomIn, zoomOut])

  const placed = sites.filter(isPlaced)
  const key = placed.map(({ id }) => id).join(' ')
  useEffect(() => {
    const on = map.current
    if (!on) return
    const seen = new Set<number>()
    for (const site of placed) {
      seen.add(site.id)
      const { button } = markers.current.get(site.id) ?? add(on, site)
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
    if (points.length > 0) map.current?.fitBounds(L.latLngBounds(points).pad(0.2), { maxZoom: 15, animate: false })
  }, [key, tiles, zoomIn, zoomOut])

  const unplaced = sites.length - placed.length
  return (
    <section className={classes.map} aria-label={t('booking.map')}>
      <div ref={frame} className={classes.frame} data-plain={tiles === null || undefined} />
      {unplaced > 0 && <p className={classes.mapText}>{t('booking.map.unplaced', { count: unplaced })}</p>}
    </section>
  )
}
