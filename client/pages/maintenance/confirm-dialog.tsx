import { TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { preview, set } from '../../../contract/maintenance.ts'
import { CommandAlert } from '../../commands/command-alert.tsx'
import { useCommand } from '../../commands/use-command.ts'
import { useT } from '../../i18n/i18n.ts'
import { ask } from '../../link/ask.ts'
import { send } from '../../link/send.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Changed } from './changed.tsx'
import { Consequences, sentenceOf } from './consequences.tsx'
import { type Difference, difference } from './difference.ts'
import classes from './maintenance.module.css'
import type { PreviewInput, Seen } from './use-preview.ts'
import type { useSetOne } from './use-set-one.ts'
import { spanText } from './words.ts'

interface ConfirmDialogProps {
  /** The preview being confirmed: it stays as it was seen, whatever happens meanwhile. */
  seen: Seen
  reason: string
  description: string
  /** The request if the situation has changed: 'as soon as it is set' is later by then. */
  inputNow: () => PreviewInput
  /** Finds the new period if the reply is lost; held by the page, so that it knows the earlier ones. */
  setOne: ReturnType<typeof useSetOne>
  onSet: (periodId: number) => void
  onClose: () => void
}

/** The consequences once more, and the safety word. If the server says that they have changed, shows the differences and asks again. */
export function ConfirmDialog({
  seen: first,
  reason,
  description,
  inputNow,
  setOne,
  onSet,
  onClose,
}: ConfirmDialogProps) {
  const t = useT()
  const [seen, setSeen] = useState(first)
  const [changed, setChanged] = useState<Difference | null>(null)
  const [word, setWord] = useState('')
  const [tried, setTried] = useState(false)
  const made = useRef<number | null>(null)
  const news = useRef<HTMLDivElement>(null)
  const { found, sending } = setOne
  const errand = useCommand(found !== null, () => {
    const id = made.current ?? found
    if (id !== null) onSet(id)
  })
  const { input, view } = seen
  const { target } = view
  const wrong = word !== target.safetyWord
  useEffect(() => {
    if (changed !== null) news.current?.scrollIntoView({ block: 'nearest' })
  }, [changed])
  const submit = () => {
    setTried(true)
    if (wrong) return
    // An earlier try without a reply may still have created it.
    if (errand.state.kind !== 'unknown') sending(input, reason)
    void errand.run(async () => {
      const answer = await send(set, {
        ...input,
        reason,
        description: description === '' ? null : description,
        version: view.version,
        safetyWord: word,
      })
      if (answer.ok) made.current = answer.reply.periodId
      else if (moved.includes(answer.refusal.code)) return look(answer)
      return answer
    })
  }
  const look = async <A,>(answer: A) => {
    const next = inputNow()
    const found = await ask(preview, next)
    if (!found.ok) return found
    setChanged(difference(view, found.view))
    setSeen({ input: next, view: found.view })
    return answer
  }
  const refused = errand.state.kind === 'refused' ? errand.state.refusal.code : null
  return (
    <Dialog
      title={t('maintenance.confirm.title', { target: target.name })}
      lead={spanText(input, target.timeZone, t)}
      onClose={onClose}
      onSubmit={submit}
      act={{ label: t('maintenance.confirm.act'), color: 'error', icon: 'maintenance', busy: errand.busy }}
    >
      <div ref={news}>{changed !== null && <Changed difference={changed} />}</div>
      <p className={classes.sentence}>{sentenceOf(view, t)}</p>
      <Consequences preview={view} />
      <TextInput
        label={t('maintenance.confirm.word', { word: target.safetyWord })}
        description={t('maintenance.confirm.wordHint')}
        value={word}
        autoComplete="off"
        spellCheck={false}
        required
        withAsterisk={false}
        error={tried && wrong ? t('ui.safety.wrong') : undefined}
        onChange={(event) => setWord(event.currentTarget.value)}
      />
      {(refused === null || changed === null || !moved.includes(refused)) && (
        <CommandAlert state={errand.state} title={t('maintenance.confirm.failed')} />
      )}
    </Dialog>
  )
}

/** Refusals after which a new preview must be confirmed, including a start in the past and a changed name. */
const moved: readonly string[] = ['maintenance-changed', 'start-in-past', 'safety-word-wrong']
