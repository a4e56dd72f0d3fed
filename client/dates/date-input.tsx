import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../i18n/i18n.ts'
import { Icon } from '../ui/icons.tsx'
import { Lazy } from '../ui/lazy.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { dateText, valueOfText } from './date-text.ts'

const calendar = lazyPart(
  () => import('./calendar-dialog.tsx'),
  (module) => module.CalendarDialog,
)

export interface DateInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'min' | 'max' | 'label'> {
  label: string
  /** The label is for people who cannot see what it stands beside. */
  labelHidden?: boolean
  /** 'YYYY-MM-DD', or 'YYYY-MM-DDTHH:mm' with a time of day; null = none. */
  value: string | null
  withTime?: boolean
  min?: string | undefined
  max?: string | undefined
  /** The day of today where the value is meant. */
  today: string
  /** Null = emptied, or what is typed is no such value. */
  onChange: (value: string | null) => void
}

/** What is typed until it is left, and the values with which it stands there. */
interface Typed {
  readonly text: string
  readonly before: string | null
  readonly sent: string | null
}

/**
 * A day, or a day and a time, typed as the language of the page writes it or chosen in a calendar. What cannot be read stays as typed, with how to write it.
 */
export function DateInput(props: DateInputProps) {
  const { label, labelHidden = false, value, withTime = false, min, max, today, onChange, ...input } = props
  const t = useT()
  const [typed, setTyped] = useState<Typed | null>(null)
  const [left, setLeft] = useState(true)
  const [open, setOpen] = useState(false)
  // A value from elsewhere replaces what is typed.
  const current = typed !== null && [typed.before, typed.sent].includes(value) ? typed : null
  const text = current?.text ?? (value === null ? '' : dateText(value))
  const inRange = (each: string) => (min === undefined || each >= min) && (max === undefined || each <= max)
  const valueOf = (written: string, typing: boolean) =>
    valueOfText(written, { withTime, typing, before: current?.before ?? value })
  const send = (next: string | null, written: string) => {
    const sent = next !== null && inRange(next) ? next : null
    setTyped({ text: written, before: current?.before ?? value, sent })
    if (sent !== value) onChange(sent)
  }
  /** Nothing more will be typed: takes what is meant, in the way it is written. */
  const finish = () => {
    if (current === null) return
    const meant = valueOf(current.text, false)
    if (meant === null || !inRange(meant)) return
    setTyped(null)
    if (meant !== value) onChange(meant)
  }
  const problem = () => {
    if (text.trim() === '') return null
    const meant = current === null ? value : valueOf(current.text, !left)
    if (meant === null) return left ? t('forms.date.unreadable', { format: t(formatKey(withTime)) }) : null
    if (min !== undefined && meant < min) return t('forms.date.tooEarly', { min: dateText(min) })
    return max !== undefined && meant > max ? t('forms.date.tooLate', { max: dateText(max) }) : null
  }
  return (
    <>
      <TextInput
        {...input}
        {...(labelHidden ? { 'aria-label': label } : { label })}
        error={problem() ?? input.error}
        autoComplete="off"
        placeholder={t(formatKey(withTime))}
        value={text}
        rightSectionWidth={44}
        rightSection={
          input.readOnly ? undefined : (
            <ActionIcon
              variant="subtle"
              color="neutral"
              aria-label={t('forms.date.choose', { of: label })}
              aria-haspopup="dialog"
              disabled={input.disabled ?? false}
              onClick={() => setOpen(true)}
            >
              <Icon name="calendar" size={18} />
            </ActionIcon>
          )
        }
        onFocus={(event) => {
          setLeft(false)
          input.onFocus?.(event)
        }}
        onBlur={(event) => {
          setLeft(true)
          finish()
          input.onBlur?.(event)
        }}
        onKeyDown={(event) => event.key === 'Enter' && finish()}
        onChange={({ currentTarget }) => send(valueOf(currentTarget.value, true), currentTarget.value)}
      />
      {open && (
        <Lazy part={calendar} waiting={null}>
          {(CalendarDialog) => (
            <CalendarDialog
              label={label}
              value={value}
              withTime={withTime}
              min={min}
              max={max}
              today={today}
              onClose={() => setOpen(false)}
              onChoose={(next) => {
                setOpen(false)
                setTyped(null)
                if (next !== value) send(next, dateText(next))
              }}
            />
          )}
        </Lazy>
      )}
    </>
  )
}

const formatKey = (withTime: boolean) => (withTime ? 'forms.date.formatWithTime' : 'forms.date.format')
