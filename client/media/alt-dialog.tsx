import { useState } from 'react'
import { maxLength } from '../../contract/fields.ts'
import { describe, type MediaView } from '../../contract/media.ts'
import { languages } from '../../contract/session.ts'
import { TextField } from '../forms/fields.tsx'
import { FormDialog } from '../forms/form-page.tsx'
import { useCommandForm } from '../forms/use-command-form.tsx'
import { useT } from '../i18n/i18n.ts'
import { altFields } from './alt-fields.ts'

interface AltDialogProps {
  picture: MediaView
  onDone: () => void
  onClose: () => void
}

/** What a picture shows, in four languages: read out to those who cannot see it. */
export function AltDialog({ picture, onDone, onClose }: AltDialogProps) {
  const t = useT()
  const { alt } = picture
  const [initial] = useState({ de: alt.de ?? '', en: alt.en ?? '', fr: alt.fr ?? '', it: alt.it ?? '' })
  const form = useCommandForm({
    def: describe,
    fields: altFields,
    initial,
    version: picture.version,
    toInput: (values, version) => ({ mediaId: picture.id, version, ...values }),
    onDone: () => {
      onDone()
      onClose()
    },
  })
  return (
    <FormDialog form={form} title={t('pictures.alt')} lead={t('pictures.alt.lead')} onClose={onClose}>
      {languages.map((language) => (
        <TextField key={language} form={form} path={language} maxLength={maxLength.note} />
      ))}
    </FormDialog>
  )
}
