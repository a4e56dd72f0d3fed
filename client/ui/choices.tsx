import { type ReactNode, useId } from 'react'
import classes from './choices.module.css'

export interface Choice<V extends string | number> {
  readonly value: V
  readonly label: ReactNode
  /** Second line. */
  readonly text?: ReactNode
  /** At the end of the row: a price. */
  readonly aside?: ReactNode
  /** Why it cannot be chosen; replaces the text. */
  readonly reason?: string | null
}

interface ChoicesProps<V extends string | number> {
  label: string
  choices: readonly Choice<V>[]
  value: V | null
  onChange: (value: V) => void
  /** What is wrong with the choice; it stands above, where it is seen beside a long list. */
  error?: ReactNode
  /** Path of the field in its form. */
  path?: string
}

/** A radio group as touch-friendly rows, for a few options that need more than a word each. */
export function Choices<V extends string | number>({ label, choices, value, onChange, error, path }: ChoicesProps<V>) {
  const name = useId()
  const errorId = useId()
  const wrong = Boolean(error)
  const first = choices.find(({ reason }) => !reason)?.value
  return (
    <fieldset className={classes.choices} aria-describedby={wrong ? errorId : undefined}>
      <legend className={classes.choicesLegend}>{label}</legend>
      {wrong && (
        <p id={errorId} className={classes.wrong} role="alert">
          {error}
        </p>
      )}
      {choices.map((choice) => {
        const off = choice.reason !== undefined && choice.reason !== null
        return (
          <label
            className={classes.choicesLabel}
            key={choice.value}
            data-checked={choice.value === value || undefined}
            data-off={off || undefined}
          >
            <input
              className={classes.choicesInput}
              type="radio"
              name={name}
              checked={choice.value === value}
              disabled={off}
              data-path={choice.value === first ? path : undefined}
              onChange={() => onChange(choice.value)}
            />
            <span className={classes.words}>
              <span>{choice.label}</span>
              {(off || choice.text !== undefined) && (
                <small className={classes.wordsNote}>{off ? choice.reason : choice.text}</small>
              )}
            </span>
            {choice.aside !== undefined && <span className={classes.aside}>{choice.aside}</span>}
          </label>
        )
      })}
    </fieldset>
  )
}
