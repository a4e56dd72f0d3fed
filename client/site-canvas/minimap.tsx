import { type PointerEvent, useEffect, useRef, useSyncExternalStore } from 'react'
import { boundsOf, centreOf } from './geometry/box.ts'
import { fitted, inSight, toPlan, toScreen, type View } from './geometry/view.ts'
import type { Places, Scene } from './scene.ts'
import classes from './site-canvas.module.css'

const size = { width: 168, height: 112 }
/** Its colours are updated a little later: it is for orientation. */
const paintEveryMs = 1_000

/** The whole plan in small with the visible part; a click goes there. Only if there is more than the window shows. */
export function Minimap({ scene, places }: { scene: Scene; places: Places }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const view = useSyncExternalStore(scene.onView, scene.view)
  const all = scene.all()
  const small = fitted(all, size, 4)
  const shown = inSight(view, scene.size())
  const complete =
    shown.left <= all.left && shown.right >= all.right && shown.top <= all.top && shown.bottom >= all.bottom
  useEffect(() => {
    if (complete || canvas.current === null) return
    const element = canvas.current
    const paint = () => paintSmall(element, scene, places)
    paint()
    const timer = setInterval(paint, paintEveryMs)
    return () => clearInterval(timer)
  }, [scene, places, complete])
  if (complete || scene.size().width < 480) return null
  const low = toScreen(small, { x: shown.left, y: shown.top })
  const high = toScreen(small, { x: shown.right, y: shown.bottom })
  const clamp = (value: number, most: number) => Math.min(most, Math.max(0, value))
  const [left, top] = [clamp(low.x, size.width), clamp(low.y, size.height)]
  return (
    <div
      className={classes.minimap}
      aria-hidden="true"
      style={size}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        goTo(event, scene, small)
      }}
      onPointerMove={(event) => event.buttons === 1 && goTo(event, scene, small)}
    >
      <canvas className={classes.minimapCanvas} ref={canvas} style={size} />
      <span
        className={classes.minimapPart}
        style={{ left, top, width: clamp(high.x, size.width) - left, height: clamp(high.y, size.height) - top }}
      />
    </div>
  )
}

function goTo(event: PointerEvent, scene: Scene, small: View): void {
  const box = event.currentTarget.getBoundingClientRect()
  const at = toPlan(small, { x: event.clientX - box.left, y: event.clientY - box.top })
  const { width, height } = scene.size()
  const { scale } = scene.view()
  scene.setView({ scale, x: width / 2 - at.x * scale, y: height / 2 - at.y * scale })
}

function paintSmall(canvas: HTMLCanvasElement, scene: Scene, places: Places): void {
  const colors = scene.colors()
  const context = canvas.getContext('2d')
  if (colors === null || context === null) return
  const ratio = Math.min(2, window.devicePixelRatio)
  canvas.width = size.width * ratio
  canvas.height = size.height * ratio
  context.scale(ratio, ratio)
  const view = fitted(scene.all(), size, 4)
  const site = scene.site()
  const low = toScreen(view, { x: site.left, y: site.top })
  context.fillStyle = colors.paper
  context.fillRect(low.x, low.y, (site.right - site.left) * view.scale, (site.bottom - site.top) * view.scale)
  for (const [id, place] of places) {
    if (place === null) continue
    const bounds = boundsOf(place)
    const middle = toScreen(view, centreOf(place))
    const width = Math.max(1.2, (bounds.right - bounds.left) * view.scale)
    const height = Math.max(1.2, (bounds.bottom - bounds.top) * view.scale)
    context.fillStyle = colors.tones[scene.faceOf(id).tone].solid
    context.fillRect(middle.x - width / 2, middle.y - height / 2, width, height)
  }
}
