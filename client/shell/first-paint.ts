import { useEffect } from 'react'

/** Remembers theme and frame for the next first paint in this browser (client/public/before-paint.js reads them). */
export function useFirstPaint(theme: string, frame: 'member' | 'public'): void {
  useEffect(() => {
    try {
      localStorage.setItem('first-paint', JSON.stringify({ theme, frame }))
    } catch {
      // Without storage the next first paint has the theme of the host.
    }
  }, [theme, frame])
}
