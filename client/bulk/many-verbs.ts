import type { ReactNode } from 'react'
import type * as z from 'zod'
import type { CommandDef } from '../../contract/kit.ts'
import type { ManyReply } from '../../contract/many.ts'
import type { InWords } from '../forms/changed-meanwhile.tsx'
import { type FormFields, formFields } from '../forms/form-fields.ts'
import type { CommandForm } from '../forms/use-command-form.tsx'
import type { TextKey } from '../i18n/areas.ts'

/** A command that edits or removes several rows. */
export type ManyDef = CommandDef<string, z.ZodType, z.ZodType<ManyReply>>

/** What the form of an edit of several rows holds: the chosen fields. */
export interface ManyValues extends Record<string, unknown> {
  readonly set: Readonly<Record<string, unknown>>
}
/** Where an input of the form writes to. */
export interface InputProps {
  readonly form: CommandForm<ManyValues>
  readonly path: string
}

/** A field that can be changed in several rows. */
export interface ManyInput {
  readonly field: string
  /** Its value when it is chosen. */
  readonly initial: unknown
  readonly input: (props: InputProps) => ReactNode
}

/** What can be done with several rows of a list. */
export interface ManyVerbs {
  readonly edit: {
    readonly def: ManyDef
    /** The inputs by path, from `manyFields`. */
    readonly fields: FormFields
    /** The labels of all fields of a row. */
    readonly labels: FormFields
    readonly inputs: readonly ManyInput[]
  }
  /** Null = this person may not. */
  readonly remove: { readonly def: ManyDef } | null
  /** Values of fields in words, where they do not speak for themselves. */
  readonly inWords?: InWords
}

export interface ManyRow {
  readonly id: number
  readonly version: number
}

const notShown = ['rows', 'rows.id', 'rows.version', 'world', 'skipRefused']

/** Names the inputs of an edit of several rows like those of one. */
export function manyFields(def: CommandDef, { labels }: FormFields): FormFields {
  const { set } = (def.input as z.ZodObject<{ set: z.ZodObject }>).shape
  const named = Object.entries(set.shape).flatMap(([field, schema]): [string, TextKey | undefined][] => {
    const inner = (schema as unknown as z.ZodOptional<z.ZodType>).unwrap() as Partial<z.ZodObject>
    if (inner.shape === undefined) return [[`set.${field}`, labels[field]]]
    return [
      [`set.${field}.how`, 'bulk.links.how'],
      [`set.${field}.ids`, labels[field]],
    ]
  })
  return formFields(def, Object.fromEntries(named.filter((pair): pair is [string, TextKey] => !!pair[1])), notShown)
}
