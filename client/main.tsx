import './theme/styles.ts'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { startLanguage } from './i18n/i18n.ts'
import { createPageRouter } from './router.tsx'
import { loadConfig } from './shell/config.ts'
import { stylesSettled } from './shell/first-paint.ts'
import { Crashed } from './shell/screens.tsx'
import { startSession } from './stores/session.ts'
import { ThemeProvider } from './theme/theme-provider.tsx'

/** The session, the language and what the server says before login, all at once; then the first screen. */
async function start(): Promise<void> {
  const root = createRoot(document.getElementById('root') as HTMLElement)
  startSession()
  const told = loadConfig().then(
    () => true,
    (error: unknown) => {
      reportError(error)
      return false
    },
  )
  await Promise.all([startLanguage().catch(reportError), stylesSettled()])
  if (!(await told)) {
    root.render(
      <ThemeProvider>
        <Crashed />
      </ThemeProvider>,
    )
    return
  }
  const router = createPageRouter()
  // What index.html shows stands until the first page can take its place: no empty window between them.
  await router.load()
  root.render(
    <ThemeProvider>
      <RouterProvider router={router} />
    </ThemeProvider>,
  )
}

void start()
