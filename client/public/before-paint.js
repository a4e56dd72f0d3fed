// Runs before the first paint: light or dark, theme and frame as this browser had them last (client/shell/first-paint.ts).
const root = document.documentElement
for (const href of (document.currentScript.dataset.styles ?? '').split(' ').filter(Boolean)) {
  const sheet = Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin: '', href })
  document.head.append(sheet)
}
try {
  const scheme = localStorage.getItem('color-scheme')
  if (scheme === 'light' || scheme === 'dark') root.dataset.scheme = scheme
  const { theme, frame } = JSON.parse(localStorage.getItem('first-paint') ?? '{}')
  if (theme) root.dataset.theme = theme
  if (frame) root.dataset.frame = frame
} catch {
  // No storage: the theme of the host and the frame of a visitor.
}
if (/^\/(users\/login|setup)\/?$/.test(location.pathname)) root.dataset.frame = 'bare'
