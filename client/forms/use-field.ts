import type { TextParams } from '../i18n/areas.ts'
import { useT } from '../i18n/i18n.ts'
import { labelKey } from './form-fields.ts'
import type { CommandForm, FormValues } from './use-command-form.tsx'

export interface FieldProps<V extends FormValues = FormValues> {
  readonly form: CommandForm<V>
  /** Path in the command's input: `name`, `stages.0.priceCents`. */
  readonly path: string
  readonly description?: string
  /** Shown, but not for this person to change. */
  readonly readOnly?: boolean
}

/** The props of every field: label, value, error, and read-only in view mode. */
export function useField<V extends FormValues>({ form, path, description, readOnly = false }: FieldProps<V>) {
  const t = useT()
  const key = labelKey(form.fields, path)
  if (key === undefined) throw new Error(`the form of ${form.fields.def.name} has no label for ${path}`)
  const label = t(key, ...([] as unknown as TextParams<typeof key>))
  const { value, error, onChange, ...input } = form.mantine.getInputProps(path as never) as {
    value: unknown
    error?: React.ReactNode
    onChange: (value: unknown) => void
    'data-path': string
  }
  const set = (next: unknown) => {
    // @mantine/form writes nothing below a missing value, such as a language without texts.
    const parts = path.split('.')
    const above = parts.slice(0, -1).map((_, at) => parts.slice(0, at + 1).join('.'))
    const missing = above.filter(
      (each) => (form.mantine.getInputProps(each as never) as { value: unknown }).value === undefined,
    )
    for (const each of missing) form.mantine.setFieldValue(each as never, {} as never)
    onChange(next)
  }
  return {
    value,
    set,
    readOnly: readOnly || form.mode === 'view',
    input: { ...input, label, error: form.errorAt(path, error), ...(description === undefined ? {} : { description }) },
  }
}
