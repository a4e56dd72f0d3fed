import { NativeSelect } from '@mantine/core'
import { useSnapshot } from 'valtio'
import { type Language, languages } from '../../../contract/session.ts'
import { chooseLanguage, i18n, useT } from '../../i18n/i18n.ts'
import { languageNames } from '../../shell/language-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Panel } from '../../ui/page.tsx'

/** The language of screens and messages. */
export function LanguagePanel() {
  const t = useT()
  const { language } = useSnapshot(i18n)
  return (
    <Panel title={t('common.language')}>
      <NativeSelect
        label={t('profile.language.label')}
        rightSection={<Icon name="chevronDown" size={18} />}
        value={language}
        data={languages.map((value) => ({ value, label: languageNames[value] }))}
        onChange={(event) => void chooseLanguage(event.currentTarget.value as Language)}
      />
    </Panel>
  )
}
