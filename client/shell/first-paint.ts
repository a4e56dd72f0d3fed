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

/** Resolves when the style sheets added by before-paint.js have loaded or failed. */
export async function stylesSettled(): Promise<void> {
  const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
  await Promise.all(
    sheets.map((sheet) =>
      sheet.sheet
        ? Promise.resolve()
        : new Promise<unknown>((resolve) => {
            sheet.addEventListener('load', resolve, { once: true })
            sheet.addEventListener('error', resolve, { once: true })
          }),
    ),
  )
}
