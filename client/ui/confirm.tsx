import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { proxy, ref, useSnapshot } from 'valtio'
import { useT } from '../i18n/i18n.ts'
import classes from './confirm.module.css'

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

function Dialog({ question }: { question: Question & { answer: (yes: boolean) => void } }) {
  const t = useT()
  const dialog = useRef<HTMLDialogElement>(null)
  const [typed, setTyped] = useState('')
  const [tried, setTried] = useState(false)
  const title = useId()
  const text = useId()
  const { safetyWord, tone = 'brand' } = question
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (safetyWord === undefined || typed === safetyWord) question.answer(true)
  }
  const wrong = tried && typed !== safetyWord
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby={title}
      aria-describedby={text}
      onCancel={(event) => {
        event.preventDefault()
        question.answer(false)
      }}
    >
      <form onSubmit={submit}>
        <h2 id={title}>{question.title}</h2>
        <p id={text}>{question.text}</p>
        {safetyWord !== undefined && (
          <TextInput
            data-autofocus
            label={t('ui.safety.label', { word: safetyWord })}
            value={typed}
            error={wrong && t('ui.safety.wrong')}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        <div className={classes.buttons}>
          <Button variant="default" onClick={() => question.answer(false)}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" color={tone}>
            {question.act}
          </Button>
        </div>
      </form>
    </dialog>
  )
}

/** Stands once in the shell and shows whatever `confirm` asks. */
export function ConfirmHost() {
  const { current } = useSnapshot(asked)
  return current && <Dialog question={current} />
}
