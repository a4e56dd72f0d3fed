import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentPropsWithRef } from 'react'
import { useSnapshot } from 'valtio'
import { i18n, useT } from '../i18n/i18n.ts'
import { Icon } from '../ui/icons.tsx'
import classes from './top-bar.module.css'

/** Every language by its own name. */
export const languageNames = { de: 'Deutsch', en: 'English', fr: 'Français', it: 'Italiano' } as const

/** Opens the list of languages; shows the current one. */
export function LanguageButton(props: ButtonProps & ComponentPropsWithRef<'button'>) {
  const t = useT()
  const { language } = useSnapshot(i18n)
  return (
    <Button
      {...props}
      className={classes.control ?? ''}
      variant="subtle"
      color="neutral"
      leftSection={<Icon name="globe" size={20} />}
      aria-label={`${t('common.language')}: ${language.toUpperCase()} (${languageNames[language]})`}
    >
      {language.toUpperCase()}
    </Button>
  )
}
