import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { theme, themeFor } from './current.ts'
import { mantineTheme } from './mantine.ts'
import { cssVariables } from './variables.ts'

const scheme = localStorageColorSchemeManager({ key: 'color-scheme' })

/** Applies the current theme to its children; light or dark follows the device until somebody chooses. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const seed = themeFor(useSnapshot(theme))
  const dressed = useMemo(() => ({ theme: mantineTheme(seed), variables: cssVariables(seed) }), [seed])
  return (
    <MantineProvider
      theme={dressed.theme}
      cssVariablesResolver={dressed.variables}
      colorSchemeManager={scheme}
      defaultColorScheme="auto"
    >
      {children}
    </MantineProvider>
  )
}
