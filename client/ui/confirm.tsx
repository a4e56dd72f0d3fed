import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { proxy, ref, useSnapshot } from 'valtio'
import { useT } from '../i18n/i18n.ts'
import { Dialog } from './dialog.tsx'

export interface Question {
  readonly title: string
  /** What will happen, and that it cannot be undone if so. */
  readonly text: string
  /** Word on the button that does it: a verb. */
  readonly act: string
  /** 'error' for what destroys or endangers. */
  readonly tone?: 'brand' | 'error'
  /** Must be typed exactly before the button works. */
  readonly safetyWord?: string
}

const asked = proxy<{ current: (Question & { answer: (yes: boolean) => void }) | null }>({ current: null })

/**
 * Asks before something weighty; true when the person confirms. A second question waits for nobody: the first is answered with no.
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

/** Stands once in the shell and shows whatever `confirm` asks. */
export function ConfirmHost() {
  const { current } = useSnapshot(asked)
  return current && <ConfirmDialog question={current} />
}
