import { useSnapshot } from 'valtio'
import { languages } from '../../../contract/session.ts'
import { chooseLanguage, i18n, useT } from '../../i18n/i18n.ts'
import { languageNames } from '../../shell/language-button.tsx'
import { Panel } from '../../ui/page.tsx'
import { SelectField } from '../../ui/select-field.tsx'

/** The language of screens and messages. */
export function LanguagePanel() {
  const t = useT()
  const { language } = useSnapshot(i18n)
  return (
    <Panel title={t('common.language')}>
      <SelectField
        label={t('profile.language.label')}
        value={language}
        data={languages.map((value) => ({ value, label: languageNames[value] }))}
        onChange={(next) => void chooseLanguage(next)}
      />
    </Panel>
  )
}
