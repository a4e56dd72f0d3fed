import L from 'leaflet'
import { useEffect, useRef } from 'react'
import classes from './map.module.css'
import { useLeaflet } from './use-leaflet.ts'

export interface Point {
  readonly latitude: number
  readonly longitude: number
}
/** A point of a place. Corners carry the mark that their fields carry. */
export interface Mark {
  readonly key: string
  readonly mark: string
  readonly corner: boolean
  readonly point: Point
}

interface PlaceMapProps {
  /** Name of the map for people who do not see it. */
  label: string
  marks: readonly Mark[]
  /** The ground, in order around it. */
  outline?: readonly Point[]
  /** Metres around the first mark. */
  radiusM?: number | null
  /** Called while a mark is moved by hand; without it they stay where they are. */
  onMove?: (key: string, point: Point) => void
}

const at = ({ latitude, longitude }: Point): [number, number] => [latitude, longitude]
/** Seven decimals are a centimetre. */
const rounded = (degrees: number): number => Math.round(degrees * 1e7) / 1e7

/** A place on the map: its points, its ground and the circle around it. Whoever moves points without a mouse types them into fields. */
export function PlaceMap({ label, marks, outline = [], radiusM = null, onMove }: PlaceMapProps) {
  const { frame, map, plain } = useLeaflet()
  const markers = useRef(new Map<string, L.Marker>())
  const move = useRef(onMove)
  useEffect(() => {
    move.current = onMove
  }, [onMove])

  const movable = onMove !== undefined
  const shownMarks = JSON.stringify(marks)
  useEffect(() => {
    if (!map) return
    const shown = markers.current
    const wanted = JSON.parse(shownMarks) as readonly Mark[]
    for (const { key, mark, corner, point } of wanted) {
      const known = shown.get(key)
      if (known) known.setLatLng(at(point))
      else shown.set(key, markerAt(map, { key, mark, corner, point }))
    }
    for (const [key, marker] of shown)
      if (!wanted.some((each) => each.key === key)) {
        marker.remove()
        shown.delete(key)
      }
    function markerAt(to: L.Map, { key, mark, corner, point }: Mark): L.Marker {
      const dot = document.createElement('span')
      dot.className = classes.dot ?? ''
      dot.textContent = mark
      dot.toggleAttribute('data-corner', corner)
      const icon = L.divIcon({ html: dot, className: classes.pin ?? '', iconSize: [28, 28] })
      const options = { icon, keyboard: false, interactive: movable, draggable: movable }
      const marker = L.marker(at(point), options).addTo(to)
      marker.on('drag', () => {
        const { lat, lng } = marker.getLatLng()
        move.current?.(key, { latitude: rounded(lat), longitude: rounded(lng) })
      })
      return marker
    }
  }, [map, movable, shownMarks])
  // Marks go with their map, and with how they are.
  useEffect(() => {
    const shown = markers.current
    return () => {
      for (const marker of shown.values()) marker.remove()
      shown.clear()
    }
  }, [map, movable])

  const ground = JSON.stringify(outline.map(at))
  const centre = marks[0] ? JSON.stringify(at(marks[0].point)) : null
  useEffect(() => {
    if (!map) return
    const className = classes.area ?? ''
    const area = L.layerGroup().addTo(map)
    const corners = JSON.parse(ground) as [number, number][]
    if (corners.length > 2) L.polygon(corners, { className, interactive: false }).addTo(area)
    if (radiusM !== null && centre !== null)
      L.circle(JSON.parse(centre) as [number, number], { radius: radiusM, className, interactive: false }).addTo(area)
    return () => {
      area.remove()
    }
  }, [map, ground, centre, radiusM])

  // More or other points mean another section of the map; a moved one leaves it where the person put it.
  const section = `${marks.map(({ key }) => key).join(' ')} ${radiusM === null ? '' : centre}`
  const latest = useRef({ marks, radiusM })
  useEffect(() => {
    latest.current = { marks, radiusM }
  })
  useEffect(() => {
    if (!map || section === '') return
    const fit = () => {
      const { marks: now, radiusM: radius } = latest.current
      if (now.length === 0) return
      const points = L.latLngBounds(now.map(({ point }) => at(point)))
      const bounds = radius === null ? points.pad(0.3) : points.getCenter().toBounds(radius * 2.4)
      map.fitBounds(bounds, { maxZoom: now.length > 1 ? 21 : 18, animate: false })
    }
    fit()
    // A frame that had no size yet gets one once.
    if (map.getSize().x === 0 || map.getSize().y === 0) map.once('resize', fit)
    return () => {
      map.off('resize', fit)
    }
  }, [map, section])

  return (
    <section aria-label={label}>
      <div ref={frame} className={classes.place} data-plain={plain || undefined} />
    </section>
  )
}
