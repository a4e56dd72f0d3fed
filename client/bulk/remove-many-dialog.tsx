import { TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { refusalText, useT } from '../i18n/i18n.ts'
import { Alert } from '../ui/alert.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { RowsSkeleton } from '../ui/skeletons.tsx'
import type { ManyDialogProps } from './edit-many-dialog.tsx'
import type { ManyDef } from './many-verbs.ts'
import { actedOn, Preview, refusedIn } from './preview.tsx'
import { useAct } from './use-act.ts'

/** Deletes several rows: what becomes of each first, and a safety word with their number. */
export function RemoveManyDialog({ verbs, rows, nameOf, onDone, onClose, def }: ManyDialogProps & { def: ManyDef }) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const [tried, setTried] = useState(false)
  const act = useAct(def, rows, onDone)
  const first = useRef(act.look)
  useEffect(() => void first.current(), [])
  const { preview } = act
  const count = preview === null ? 0 : actedOn(preview)
  const word = t('bulk.remove.word', { count })
  const wrong = typed.trim() !== word
  const blocked = preview === null || count === 0 || (refusedIn(preview) > 0 && !act.skip)
  const submit = () => {
    if (blocked) return
    setTried(true)
    if (!wrong) void act.run()
  }
  return (
    <Dialog
      title={t('bulk.remove.title', { count: rows.length })}
      lead={t('bulk.remove.text')}
      onClose={onClose}
      onSubmit={submit}
      act={{ label: t('bulk.remove.act', { count }), color: 'error', busy: act.busy, disabled: blocked }}
    >
      {act.refusal && (
        <Alert severity="error" title={t('forms.notDeleted')}>
          {refusalText(act.refusal)}
        </Alert>
      )}
      {preview === null
        ? act.refusal === null && <RowsSkeleton rows={Math.min(rows.length, 6)} height="2.25rem" />
        : [
            <Preview
              key="preview"
              reply={preview}
              verbs={verbs}
              nameOf={nameOf}
              removes
              skip={act.skip}
              onSkip={act.setSkip}
              onCurrent={() => void act.current()}
            />,
          ]}
      {!blocked && (
        <TextInput
          label={t('ui.safety.label', { word })}
          value={typed}
          error={tried && wrong && t('ui.safety.wrong')}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
    </Dialog>
  )
}
