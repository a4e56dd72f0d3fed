import { type RefObject, useLayoutEffect, useState } from 'react'
import type { LiveView } from '../link/view.ts'
import { followDevices } from './follow.ts'
import type { Size } from './geometry/view.ts'
import type { Scene } from './scene.ts'

interface SceneParts {
  scene: Scene
  frame: RefObject<HTMLDivElement | null>
  live: LiveView
}

/** Binds a scene to the size of its frame and to the rows of the devices; returns the size for the stage. */
export function useScene({ scene, frame, live }: SceneParts): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const element = frame.current
    if (element === null) return
    const measure = () => {
      const next = { width: element.clientWidth, height: element.clientHeight }
      setSize((before) => (before.width === next.width && before.height === next.height ? before : next))
      scene.setSize(next)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [scene, frame])
  useLayoutEffect(() => followDevices(live, scene.changed), [live, scene])
  useLayoutEffect(() => scene.end, [scene])
  return size
}
