import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { CurrentValues } from '../../contract/refusals.ts'
import { refusalText, useT } from '../i18n/i18n.ts'
import { canonical } from '../link/watch-key.ts'
import { Alert } from '../ui/alert.tsx'
import { SegmentedFilter } from '../ui/segmented-filter.tsx'
import { type FormFields, labelKey } from './form-fields.ts'
import classes from './forms.module.css'
import type { CommandForm, FormValues } from './use-command-form.tsx'
import { valueInWords } from './value-in-words.ts'

type Side = 'theirs' | 'yours'
/** Returns the value of a field in words, such as the name of a reference; undefined if the value speaks for itself. */
export type InWords = (field: string, value: unknown) => string | undefined

/** Somebody else saved the row: shows both versions of each difference, and continues with the chosen ones. */
export function ChangedMeanwhile<V extends FormValues>({
  form,
  inWords,
}: {
  readonly form: CommandForm<V>
  readonly inWords?: InWords | undefined
}) {
  const { current } = form
  return current && <Conflict key={current.version} form={form} current={current} inWords={inWords} />
}

interface ConflictProps<V extends FormValues> {
  form: CommandForm<V>
  current: CurrentValues
  inWords: InWords | undefined
}

function Conflict<V extends FormValues>({ form, current, inWords }: ConflictProps<V>) {
  const t = useT()
  // It is above the fields, perhaps out of sight.
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => {
    top.current?.focus({ preventScroll: true })
    top.current?.scrollIntoView({ block: 'start' })
  }, [])
  const yours = form.mantine.getValues() as FormValues
  const before = form.mantine.getInitialValues() as FormValues
  const theirs = current.values
  const differing = Object.keys(theirs).filter((key) => !same(theirs[key], yours[key]))
  const [chosen, setChosen] = useState<Readonly<Record<string, Side>>>({})
  // What only one of the two has changed is chosen already.
  const sideOf = (key: string): Side => chosen[key] ?? (same(yours[key], before[key]) ? 'theirs' : 'yours')
  const words = (key: string, value: unknown) => inWords?.(key, value) ?? valueInWords(value, t)
  const take = (sides: (key: string) => Side) => {
    const values = differing.filter((key) => sides(key) === 'theirs').map((key) => [key, theirs[key]])
    form.resolve({ ...yours, ...Object.fromEntries(values) } as V)
  }
  return (
    <div ref={top} tabIndex={-1} className={classes.conflictTop}>
      <Alert severity="warning" title={t('common.notSaved')}>
        {form.refusal && refusalText(form.refusal)}
        <ul className={classes.conflict}>
          {differing.map((key) => {
            const label = labelKey(form.fields, key) ?? labelBelow(form.fields, key)
            const name = label === undefined ? t('forms.translations') : (t as (key: string) => string)(label)
            return (
              <li key={key}>
                <strong className={classes.conflictName}>{name}</strong>
                <dl className={classes.conflictFacts}>
                  <dt className={classes.conflictTerm}>{t('forms.conflict.theirs')}</dt>
                  <dd className={classes.conflictValue}>{words(key, theirs[key])}</dd>
                  <dt className={classes.conflictTerm}>{t('forms.conflict.yours')}</dt>
                  <dd className={classes.conflictValue}>{words(key, yours[key])}</dd>
                </dl>
                <SegmentedFilter
                  label={name}
                  value={sideOf(key)}
                  onChange={(side) => setChosen((sides) => ({ ...sides, [key]: side }))}
                  options={[
                    { value: 'theirs', label: t('forms.conflict.theirs') },
                    { value: 'yours', label: t('forms.conflict.yours') },
                  ]}
                />
              </li>
            )
          })}
        </ul>
        <div className={classes.foot}>
          <Button variant="default" onClick={() => take(() => 'theirs')}>
            {t('forms.conflict.reload')}
          </Button>
          <Button onClick={() => take(sideOf)}>{t('forms.conflict.goOn')}</Button>
        </div>
      </Alert>
    </div>
  )
}

/** Returns the label of the first input below a path: a part of the form with many. */
const labelBelow = ({ labels }: FormFields, key: string) =>
  Object.entries(labels).find(([path]) => path.startsWith(`${key}.`))?.[1]

const same = (a: unknown, b: unknown): boolean => canonical(a ?? null) === canonical(b ?? null)
