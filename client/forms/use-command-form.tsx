import { useForm } from '@mantine/form'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type * as z from 'zod'
import { fieldIssues } from '../../contract/field-issues.ts'
import type { CommandDef } from '../../contract/kit.ts'
import type { CurrentValues, FieldIssue, Refusal } from '../../contract/refusals.ts'
import type { Answered } from '../link/send.ts'
import { uuid } from '../link/send.ts'
import { canonical } from '../link/watch-key.ts'
import { sendConfirmed } from '../security/confirm-identity.ts'
import { FieldError } from './field-error.tsx'
import { type FormFields, nearestLabel } from './form-fields.ts'

export type FormMode = 'add' | 'edit' | 'view'
export type FormValues = Record<string, unknown>

interface Options<D extends CommandDef, V extends FormValues> {
  readonly def: D
  readonly fields: FormFields
  /** Initial values of the form. */
  readonly initial: V
  /** Version of the row that is edited. */
  readonly version?: number
  readonly mode?: FormMode
  /** Returns the input of the command; default: the values themselves. */
  readonly toInput?: (values: V, version: number) => z.input<D['input']>
  /** Returns the row's current values, in the shape of the command's input, as the form holds them; default: as they are. */
  readonly toValues?: (current: CurrentValues['values']) => V
  readonly onDone: (reply: z.output<D['reply']>, values: V) => void
}

export interface CommandForm<V extends FormValues = FormValues> {
  /** The form of @mantine/form, for what the fields of this folder do not cover. */
  readonly mantine: ReturnType<typeof useForm<V>>
  readonly fields: FormFields
  readonly mode: FormMode
  readonly busy: boolean
  /** There is unsaved input. */
  readonly dirty: boolean
  /** Why the last submit failed; null = it did not. */
  readonly refusal: Refusal<string> | null
  /** Problems of fields that this form does not show. */
  readonly elsewhere: readonly FieldIssue<string>[]
  /** The error at a field, unless the schema's complaint has been fixed since, perhaps in another field. */
  readonly errorAt: (path: string, error: ReactNode) => ReactNode
  /** The row's current values, if somebody else saved it. */
  readonly current: CurrentValues | null
  /** Continues with these values, as an edit of the current row. */
  readonly resolve: (values: V) => void
  /** The open tab of translations: a language, or the original. */
  readonly tab: string
  readonly setTab: (tab: string) => void
  readonly submit: () => void
  /** Drops the last refusal: what it was about has changed. */
  readonly forget: () => void
  /** Starts over from saved values, as the server wrote them, as an edit of the version that they have. */
  readonly restart: (values: V, version?: number) => void
  /** False once saved or deleted: then nothing is lost by leaving. */
  readonly guarded: RefObject<boolean>
}

/**
 * A form for a command. It validates with the command's own schema before sending, puts refusals on their fields, opens the tab with the first
 * failing one and moves the focus there. It sends once at a time; after a lost reply the same values are sent with the same command id, so that they
 * are carried out once only.
 *
 *     const form = useCommandForm({ def: editTariff, fields: tariffFields, initial: { name, stages }, version,
 *       toInput: (values, version) => ({ tariffId, version, ...values }), onDone: () => go('/tariffs') })
 *     return <FormPage form={form} title={name}><TextField form={form} path="name" /></FormPage>
 */
export function useCommandForm<D extends CommandDef, V extends FormValues>(options: Options<D, V>): CommandForm<V> {
  const { def, fields, initial, mode = 'edit', onDone } = options
  const toInput = options.toInput ?? ((values: V) => values as z.input<D['input']>)
  const mantine = useForm<V>({ initialValues: initial })
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal<string> | null>(null)
  const [current, setCurrent] = useState<CurrentValues | null>(null)
  const [version, setVersion] = useState(options.version ?? 0)
  const [tab, setTab] = useState('own')
  const [failing, setFailing] = useState<{ readonly path: string } | null>(null)
  // The schema refused the last submit: its complaints about the current values are shown at their fields.
  const [checked, setChecked] = useState(false)
  const sent = useRef<{ key: string; id: string } | null>(null)
  const sending = useRef(false)
  const guarded = useRef(true)

  useEffect(() => {
    const parts = failing?.path.split('.') ?? []
    // What lies deeper than an input is typed into that input.
    const paths = parts.map((_, cut) => parts.slice(0, parts.length - cut).join('.'))
    paths
      .map((path) => mantine.getInputNode(path as never))
      .find(Boolean)
      ?.focus()
    // Only a new failure moves the focus: the form object changes with every key.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [failing])

  const showIssues = (issues: readonly FieldIssue<string>[]) => {
    mantine.setErrors(Object.fromEntries(issues.map((issue) => [issue.path, <FieldError key="error" {...issue} />])))
    const order = Object.keys(fields.labels)
    const placeOf = ({ path }: FieldIssue<string>) => {
      const place = order.indexOf(path.split('.')[0] ?? '')
      return place < 0 ? order.length : place
    }
    const [first] = issues.filter(({ path }) => nearestLabel(fields, path)).sort((a, b) => placeOf(a) - placeOf(b))
    if (!first) return
    const parts = first.path.split('.')
    setTab(parts[0] === 'translations' ? (parts[2] ?? 'own') : 'own')
    setFailing({ path: first.path })
  }

  const submit = async () => {
    if (sending.current || mode === 'view') return
    const input = toInput(mantine.getValues(), version)
    const issues = schemaIssues(def, input)
    if (issues.length > 0) {
      setRefusal({ code: 'bad-input', fields: issues })
      setChecked(true)
      return showIssues(issues)
    }
    sending.current = true
    setBusy(true)
    setRefusal(null)
    setChecked(false)
    mantine.clearErrors()
    const key = canonical(input)
    const id = sent.current?.key === key ? sent.current.id : uuid()
    sent.current = { key, id }
    const answer = (await sendConfirmed(def as CommandDef, input, { id })) as Answered<z.output<D['reply']>>
    sending.current = false
    setBusy(false)
    if (answer.ok) {
      guarded.current = false
      sent.current = null
      mantine.resetDirty()
      return onDone(answer.reply, mantine.getValues())
    }
    const refused: Refusal<string> = answer.refusal
    // A refused command may be sent again; a lost reply is requested with the same id.
    if (refused.code !== 'outcome-unknown' && refused.code !== 'no-answer') sent.current = null
    setRefusal(refused)
    setCurrent(refused.code === 'changed-meanwhile' ? presentOf(refused.current) : null)
    showIssues(refused.fields ?? [])
  }

  const presentOf = (now: CurrentValues | undefined): CurrentValues | null =>
    now ? { ...now, values: options.toValues?.(now.values) ?? now.values } : null

  const resolve = (values: V) => {
    if (!current) return
    mantine.setInitialValues({ ...initial, ...(current.values as V) })
    mantine.setValues(values)
    setVersion(current.version)
    setCurrent(null)
    setRefusal(null)
  }

  const forget = () => {
    setRefusal(null)
    setChecked(false)
    mantine.clearErrors()
  }

  const restart = (values: V, saved?: number) => {
    if (saved !== undefined) setVersion(saved)
    mantine.setInitialValues(values)
    mantine.setValues(values)
    mantine.resetDirty(values)
  }

  const wrongNow = checked ? schemaIssues(def, toInput(mantine.getValues(), version)) : null
  const errorAt = (path: string, error: ReactNode): ReactNode => {
    if (!wrongNow || !error) return error
    const issue = wrongNow.findLast((each) => each.path === path)
    return issue && <FieldError {...issue} />
  }

  const elsewhere = (refusal?.fields ?? []).filter(({ path }) => nearestLabel(fields, path) === undefined)
  const dirty = mode !== 'view' && mantine.isDirty()
  // A form that stays after saving guards later input.
  useEffect(() => {
    if (dirty) guarded.current = true
  }, [dirty])
  return {
    mantine,
    fields,
    mode,
    busy,
    dirty,
    refusal,
    elsewhere,
    errorAt,
    current,
    resolve,
    forget,
    restart,
    tab,
    setTab,
    submit: () => void submit(),
    guarded,
  }
}

/** Returns the schema's complaints about an input. */
function schemaIssues(def: CommandDef, input: unknown): FieldIssue[] {
  const parsed = def.input.safeParse(input)
  return parsed.success ? [] : fieldIssues(parsed.error, input)
}
