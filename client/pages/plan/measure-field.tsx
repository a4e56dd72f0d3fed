import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { formatNumber } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { metresText, parseDegrees, parseLength } from './length.ts'

interface MeasureFieldProps {
  label: string
  kind: 'length' | 'degrees'
  /** mm or degrees; null = several differ. */
  value: number | null
  least?: number
  onChange: (value: number) => void
}
const maxMm = 10_000_000
/** By so much the arrow keys change it: mm or degrees. */
const steps = { length: 100, degrees: 15 } as const

/** A length in metres, or degrees; counts when Enter is pressed or the field is left. Arrow keys go in steps. */
export function MeasureField({ label, kind, value, least = -1_000_000, onChange }: MeasureFieldProps) {
  const t = useT()
  const [typed, setTyped] = useState<string | null>(null)
  const mark = formatNumber(0.5).includes(',') ? ',' : '.'
  const shown = value === null ? '' : kind === 'length' ? metresText(value, mark) : String(value)
  const read = (text: string): number | null => {
    const number = kind === 'length' ? parseLength(text) : parseDegrees(text)
    return number === null || (kind === 'length' && (number < least || number > maxMm)) ? null : number
  }
  const wrong = typed !== null && typed !== shown && read(typed) === null
  const commit = () => {
    if (typed === null) return
    const number = read(typed)
    if (typed === shown || number === null) return
    setTyped(null)
    if (number !== value) onChange(number)
  }
  const step = (by: number) => {
    const from = (typed === null ? null : read(typed)) ?? value
    if (from === null) return
    setTyped(null)
    onChange(kind === 'length' ? Math.max(least, from + by * steps.length) : (from + by * steps.degrees + 360) % 360)
  }
  return (
    <TextInput
      label={label}
      value={typed ?? shown}
      inputMode="decimal"
      autoComplete="off"
      error={wrong && t(kind === 'length' ? 'plan.field.length.error' : 'plan.field.rotation.error')}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => (wrong ? undefined : (commit(), setTyped(null)))}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit()
        else if (event.key === 'Escape') setTyped(null)
        else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') step(event.key === 'ArrowUp' ? 1 : -1)
        else return
        event.preventDefault()
      }}
    />
  )
}
