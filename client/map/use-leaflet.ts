import 'leaflet/dist/leaflet.css'
import L from 'leaflet'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useT } from '../i18n/i18n.ts'
import { config } from '../shell/config.ts'

/** Where a map begins that has nothing to show yet: the middle of Europe. */
const start = { center: [51, 10.5], zoom: 6 } as const
/** Some metres fill the frame; tiles beyond their last zoom are stretched. */
const zooms = { maxZoom: 22, maxNativeZoom: 19 } as const

interface Leaflet {
  readonly frame: RefObject<HTMLDivElement | null>
  /** Null until the frame is there. */
  readonly map: L.Map | null
  /** There are no tiles: what is shown lies on a plain background. */
  readonly plain: boolean
}

/** A map in a frame, with the tiles of the installation and buttons to zoom in the reader's language. */
export function useLeaflet(): Leaflet {
  const t = useT()
  const tiles = config.current.map
  const frame = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<L.Map | null>(null)
  const [zoomIn, zoomOut] = [t('map.zoomIn'), t('map.zoomOut')]
  useEffect(() => {
    if (frame.current === null) return
    const made = L.map(frame.current, {
      zoomControl: false,
      attributionControl: false,
      scrollWheelZoom: false,
      maxZoom: zooms.maxZoom,
    })
    made.setView([...start.center], start.zoom)
    L.control.zoom({ zoomInTitle: zoomIn, zoomOutTitle: zoomOut }).addTo(made)
    if (tiles) {
      L.tileLayer(tiles.tileUrl, zooms).addTo(made)
      L.control.attribution({ prefix: false }).addAttribution(tiles.attribution).addTo(made)
    }
    const resized = new ResizeObserver(() => made.invalidateSize({ animate: false }))
    resized.observe(frame.current)
    setMap(made)
    return () => {
      resized.disconnect()
      setMap(null)
      made.remove()
    }
  }, [tiles, zoomIn, zoomOut])
  return { frame, map, plain: tiles === null }
}
