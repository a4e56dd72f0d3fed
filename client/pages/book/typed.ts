import type { ReservationView } from '../../../contract/reservations/view.ts'

/** What is filled in while a place is held. Empty texts are null at the server. */
export interface Typed {
  readonly note: string
  readonly licencePlate: string
  readonly rfidToken: string
  readonly useAutomaticAccess: boolean
  readonly rememberAcceptDocumentsDecision: boolean
  readonly optionalDeviceIds: readonly number[]
}
export type Draft = Partial<Typed>

/** What this tab has changed: `dirty` = not at the server yet, `sent` = there, but the watched row may not show it yet. */
export interface DraftState {
  readonly dirty: Draft
  readonly sent: Draft
}

export const noDraft: DraftState = { dirty: {}, sent: {} }

/** What the server has. */
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

/** What the fields show: this tab's last word, else the server's. */
export function shownOf(row: ReservationView, { dirty, sent }: DraftState): Typed {
  return { ...typedOf(row), ...sent, ...dirty }
}

export function typing(state: DraftState, change: Draft): DraftState {
  return { ...state, dirty: { ...state.dirty, ...change } }
}

/** The server took `taken`; what was typed since is still to be sent. */
export function taken(state: DraftState, values: Draft): DraftState {
  const dirty = { ...state.dirty }
  for (const key of Object.keys(values) as (keyof Typed)[]) if (dirty[key] === values[key]) delete dirty[key]
  return { dirty, sent: { ...state.sent, ...values } }
}

/** The watched row has moved on: from now on it is the truth about what was sent, except for the field in which somebody types. */
export function rowMoved(state: DraftState, typingIn: keyof Typed | null): DraftState {
  const kept = typingIn === null || !(typingIn in state.sent) ? {} : { [typingIn]: state.sent[typingIn] }
  return Object.keys(state.sent).length === Object.keys(kept).length ? state : { ...state, sent: kept }
}

/** Options are refused by themselves: without them the rest can still be kept. */
export function withoutOptions(state: DraftState): DraftState {
  const { optionalDeviceIds: _, ...dirty } = state.dirty
  return { ...state, dirty }
}

/** As `reservations.amend` wants it. */
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
