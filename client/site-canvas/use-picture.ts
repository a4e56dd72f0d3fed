import { useEffect, useState } from 'react'
import type { Scene } from './scene.ts'

/** Lays a picture under the devices of a scene once it is there; plain until then and when it cannot be had. */
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
