import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useT } from '../i18n/i18n.ts'
import { Icon } from '../ui/icons.tsx'

/** Light or dark; until somebody chooses, the device's own setting applies. */
export function SchemeSwitch() {
  const t = useT()
  const { setColorScheme } = useMantineColorScheme()
  const dark = useComputedColorScheme('light') === 'dark'
  const label = t(dark ? 'shell.scheme.toLight' : 'shell.scheme.toDark')
  return (
    <ActionIcon aria-label={label} title={label} onClick={() => setColorScheme(dark ? 'light' : 'dark')}>
      <Icon name={dark ? 'sun' : 'moon'} />
    </ActionIcon>
  )
}
