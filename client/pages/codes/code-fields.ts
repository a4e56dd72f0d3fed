import type * as z from 'zod'
import { edit, type read } from '../../../contract/codes.ts'
import type { InWords } from '../../forms/changed-meanwhile.tsx'
import { formFields } from '../../forms/form-fields.ts'

/** The inputs of an access code, by the path in the command. */
export const codeFields = formFields(
  edit,
  { name: 'common.code', zoneId: 'codes.new.zone', eventId: 'common.accessTime' },
  ['codeId', 'version'],
)

export type CodeView = z.output<typeof read.reply>
/** What the form of a code holds; no zone while none is chosen. */
export interface CodeValues extends Record<string, unknown> {
  name: string
  zoneId: number | null
  eventId: number | null
}

export const emptyCode: CodeValues = { name: '', zoneId: null, eventId: null }

/** Returns the values of a code that is edited. */
export const codeValues = ({ name, zone, event }: CodeView): CodeValues => ({
  name,
  zoneId: zone.id,
  eventId: event?.id ?? null,
})

/** Returns the values as the command takes them. */
export const toInput = ({ name, zoneId, eventId }: CodeValues) => ({ name, zoneId: zoneId as number, eventId })

/** Returns zone and access time of a code in words; what is not known by name is numbered. */
export function codeInWords({ zone, event }: CodeView): InWords {
  const name = (known: { id: number; name: string } | null, id: number | null) =>
    id === null ? '–' : known !== null && known.id === id ? known.name : `#${id}`
  return (field, value) =>
    field === 'zoneId'
      ? name(zone, value as number | null)
      : field === 'eventId'
        ? name(event, value as number | null)
        : undefined
}
