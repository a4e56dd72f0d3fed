import { Button, Menu } from '@mantine/core'
import { useSnapshot } from 'valtio'
import { type Language, languages } from '../../contract/session.ts'
import { chooseLanguage, i18n, useT } from '../i18n/i18n.ts'
import { Icon } from '../ui/icons.tsx'
import classes from './TopBar.module.css'

/** Every language by its own name. */
export const languageNames = { de: 'Deutsch', en: 'English', fr: 'Français', it: 'Italiano' } as const

/** Language switch of the header; its menu stays inside it, so that it lies in a landmark. */
export function LanguageMenu() {
  const t = useT()
  const { language } = useSnapshot(i18n)
  return (
    <Menu position="bottom-end" width="11rem" withinPortal={false}>
      <Menu.Target>
        <Button
          className={classes.control ?? ''}
          variant="subtle"
          color="neutral"
          leftSection={<Icon name="globe" size={20} />}
          aria-label={`${t('shell.language')}: ${language.toUpperCase()} (${languageNames[language]})`}
        >
          {language.toUpperCase()}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={language} onChange={(value) => void chooseLanguage(value as Language)}>
          {languages.map((each) => (
            <Menu.RadioItem
              key={each}
              value={each}
              lang={each}
              checkIcon={<Icon name="check" size={18} />}
              closeMenuOnClick
            >
              {languageNames[each]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
