import { useEffect, useState } from 'react'
import type { Scene } from './scene.ts'

/** Shows a picture under the devices of a scene once it has loaded; none until then or if it fails. */
export function usePicture(scene: Scene, background: { readonly url: string } | null, opacity: number): void {
  const [loaded, setLoaded] = useState<{ readonly url: string; readonly image: HTMLImageElement } | null>(null)
  const url = background?.url ?? null
  useEffect(() => {
    if (url === null) return
    const image = new Image()
    image.onload = () => setLoaded({ url, image })
    image.src = url
    return () => {
      image.onload = null
    }
  }, [url])
  useEffect(() => {
    scene.setPicture(loaded !== null && loaded.url === url ? { image: loaded.image, opacity } : null)
  }, [scene, loaded, url, opacity])
}
