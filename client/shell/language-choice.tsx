import { Menu } from '@mantine/core'
import { useSnapshot } from 'valtio'
import { type Language, languages } from '../../contract/session.ts'
import { chooseLanguage, i18n } from '../i18n/i18n.ts'
import { Icon } from '../ui/icons.tsx'
import { LanguageButton, languageNames } from './language-button.tsx'

/** The button with its menu, which stays inside the header, so that it lies in a landmark. */
export function LanguageChoice({ open }: { open: boolean }) {
  const { language } = useSnapshot(i18n)
  return (
    <Menu position="bottom-end" width="11rem" withinPortal={false} defaultOpened={open}>
      <Menu.Target>
        <LanguageButton />
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
