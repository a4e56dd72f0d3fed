import type { Refusal } from '../../../contract/refusals.ts'
import type { ReservationView } from '../../../contract/reservations/view.ts'
import { plainText } from '../../../machines/plain-text.ts'
import { readPlate } from '../../../machines/plate.ts'

/** The fields of a held place. Empty texts are null at the server. */
export interface Typed {
  readonly note: string
  readonly licencePlate: string
  readonly rfidToken: string
  readonly useAutomaticAccess: boolean
  readonly rememberAcceptDocumentsDecision: boolean
  readonly optionalDeviceIds: readonly number[]
}
export type Draft = Partial<Typed>

/** Changes of this tab: `dirty` = not at the server yet, `sent` = there, but perhaps not in the watched row yet. */
export interface DraftState {
  readonly dirty: Draft
  readonly sent: Draft
}

export const noDraft: DraftState = { dirty: {}, sent: {} }

/** The server's values. */
export function typedOf(row: ReservationView): Typed {
  return {
    note: row.note ?? '',
    licencePlate: row.licencePlate ?? '',
    rfidToken: row.rfidToken ?? '',
    useAutomaticAccess: row.useAutomaticAccess,
    rememberAcceptDocumentsDecision: row.rememberAcceptDocumentsDecision,
    optionalDeviceIds: row.children.filter(({ mandatory }) => !mandatory).map(({ id }) => id),
  }
}

/** Returns what the fields show: this tab's last input, else the server's values. */
export function shownOf(row: ReservationView, { dirty, sent }: DraftState): Typed {
  return { ...typedOf(row), ...sent, ...dirty }
}

export function typing(state: DraftState, change: Draft): DraftState {
  return { ...state, dirty: { ...state.dirty, ...change } }
}

/** The server accepted `taken`; later input is still to be sent. */
export function taken(state: DraftState, values: Draft): DraftState {
  const dirty = { ...state.dirty }
  for (const key of Object.keys(values) as (keyof Typed)[]) if (dirty[key] === values[key]) delete dirty[key]
  return { dirty, sent: { ...state.sent, ...values } }
}

/** The watched row has moved on: it now decides about what was sent, except for the focused field. */
export function rowMoved(state: DraftState, typingIn: keyof Typed | null): DraftState {
  const kept = typingIn === null || !(typingIn in state.sent) ? {} : { [typingIn]: state.sent[typingIn] }
  return Object.keys(state.sent).length === Object.keys(kept).length ? state : { ...state, sent: kept }
}

/** Returns why a typed plate cannot be sent yet; null = it can. */
export function plateRefusal({ licencePlate }: Draft): Refusal | null {
  if (licencePlate === undefined || plainText(licencePlate) === '') return null
  const read = readPlate(licencePlate)
  if (read.ok) return null
  const { ok: _, issue: code, ...params } = read
  return { code, params }
}

/** Returns what can be sent: a plate that no camera can read waits until it is mended. */
export function sendable(draft: Draft): Draft {
  if (plateRefusal(draft) === null) return draft
  const { licencePlate: _, ...rest } = draft
  return rest
}

/** A refused option is dropped, so that the rest can still be saved. */
export function withoutOptions(state: DraftState): DraftState {
  const { optionalDeviceIds: _, ...dirty } = state.dirty
  return { ...state, dirty }
}

/** Returns the input of `reservations.amend`. */
export function amendment(draft: Draft) {
  const { optionalDeviceIds, ...rest } = draft
  const text = (value: string | undefined) => (value === undefined ? {} : { value: value.trim() === '' ? null : value })
  const texts = (['note', 'licencePlate', 'rfidToken'] as const).flatMap((key) => {
    const given = text(rest[key])
    return 'value' in given ? [[key, given.value]] : []
  })
  return {
    ...(Object.fromEntries(texts) as Partial<Record<'note' | 'licencePlate' | 'rfidToken', string | null>>),
    ...(rest.useAutomaticAccess === undefined ? {} : { useAutomaticAccess: rest.useAutomaticAccess }),
    ...(rest.rememberAcceptDocumentsDecision === undefined
      ? {}
      : { rememberAcceptDocumentsDecision: rest.rememberAcceptDocumentsDecision }),
    ...(optionalDeviceIds === undefined ? {} : { optionalDeviceIds: [...optionalDeviceIds] }),
  }
}
