import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { proxy, ref, useSnapshot } from 'valtio'
import { useT } from '../i18n/i18n.ts'
import { Dialog } from './dialog.tsx'

export interface Question {
  readonly title: string
  /** The consequences, and whether they are final. */
  readonly text: string
  /** Label of the confirming button: a verb. */
  readonly act: string
  /** 'error' for destructive or dangerous actions. */
  readonly tone?: 'brand' | 'error'
  /** Must be typed exactly to enable the button. */
  readonly safetyWord?: string
}

const asked = proxy<{ current: (Question & { answer: (yes: boolean) => void }) | null }>({ current: null })

/**
 * Asks before an important action; true when the person confirms. A second question cancels the first.
 * @public
 */
export function confirm(question: Question): Promise<boolean> {
  asked.current?.answer(false)
  return new Promise((resolve) => {
    asked.current = ref({
      ...question,
      answer: (yes: boolean) => {
        asked.current = null
        resolve(yes)
      },
    })
  })
}

function ConfirmDialog({ question }: { question: Question & { answer: (yes: boolean) => void } }) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const [tried, setTried] = useState(false)
  const { safetyWord, tone = 'brand' } = question
  const wrong = safetyWord !== undefined && typed !== safetyWord
  const submit = () => {
    setTried(true)
    if (!wrong) question.answer(true)
  }
  return (
    <Dialog
      title={question.title}
      lead={question.text}
      act={{ label: question.act, color: tone }}
      onClose={() => question.answer(false)}
      onSubmit={submit}
    >
      {safetyWord !== undefined && (
        <TextInput
          data-autofocus
          label={t('ui.safety.label', { word: safetyWord })}
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

/** Placed once in the shell; shows the questions of `confirm`. */
export function ConfirmHost() {
  const { current } = useSnapshot(asked)
  return current && <ConfirmDialog question={current} />
}
