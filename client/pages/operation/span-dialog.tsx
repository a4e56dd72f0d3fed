import { NumberInput, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { retentionKinds, retentionPreview, type StoredKind, setRetention } from '../../../contract/operation.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { send } from '../../link/send.ts'
import { useQuery } from '../../stores/use-query.ts'
import { Alert } from '../../ui/alert.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notify.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { PreviewText } from './preview-text.tsx'

interface SpanDialogProps {
  retention: NonNullable<StoredKind['retention']>
  onClose: () => void
}

/** Another span, with what would be deleted by it; a shorter one wants a word typed. */
export function SpanDialog({ retention: { key, days: now }, onClose }: SpanDialogProps) {
  const t = useT()
  const { least, most, days: delivered } = retentionKinds[key]
  const [typed, setTyped] = useState<string | number>(now)
  const [word, setWord] = useState('')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const days = typeof typed === 'number' ? typed : Number.NaN
  const right = Number.isInteger(days) && days >= least && days <= most
  const shorter = right && days < now
  const [asked] = useDebouncedValue(right ? days : null, 300)
  const preview = useQuery(retentionPreview, asked === null ? null : { key, days: asked })
  const known = right && asked === days && !preview.former ? preview.view : null
  const wordRight = !shorter || word.trim().toLocaleLowerCase() === t('operation.change.word')
  const submit = async () => {
    setTried(true)
    if (!right || !wordRight || busy || (shorter && known === null)) return
    setBusy(true)
    const answer = await send(setRetention, { key, days, deletesMore: shorter })
    setBusy(false)
    if (answer.ok) {
      notify.success(t('operation.change.done', { days: t('operation.kept.days', { count: days }) }))
      onClose()
    } else notify.refusal(answer.refusal, { title: t('operation.change.failed') })
  }
  return (
    <Dialog
      title={t('operation.change.title', { kind: t(`operation.kind.${key}`) })}
      lead={t(`operation.kind.${key}.hint`)}
      onClose={onClose}
      onSubmit={() => void submit()}
      act={{
        label: t(shorter ? 'operation.change.act.delete' : 'operation.change.act'),
        color: shorter ? 'error' : 'brand',
        busy,
      }}
    >
      <NumberInput
        label={t('operation.change.days')}
        description={t('operation.change.bounds', { least, most, days: delivered })}
        value={typed}
        min={least}
        max={most}
        clampBehavior="none"
        allowDecimal={false}
        allowNegative={false}
        data-autofocus
        error={right ? undefined : t('operation.change.wrong', { least, most })}
        onChange={setTyped}
      />
      {right && preview.refusal !== null && <Alert severity="error">{refusalText(preview.refusal)}</Alert>}
      {right && known === null && preview.refusal === null && <RowsSkeleton rows={1} height="4.5rem" />}
      {known !== null && <PreviewText preview={known} />}
      {shorter && (
        <TextInput
          label={t('ui.safety.label', { word: t('operation.change.word') })}
          value={word}
          error={tried && !wordRight && t('ui.safety.wrong')}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setWord(event.currentTarget.value)}
        />
      )}
    </Dialog>
  )
}
