import type { PlanView } from '../../../contract/sites/plan.ts'
import type { Place } from '../geometry/box.ts'

/** What an edit may change on a plan. Null = the device has no position, or the plan no background. */
export interface Draft {
  readonly places: ReadonlyMap<number, Place | null>
  readonly backgroundId: string | null
}
/** One action of the person, with the previous values. */
interface Step {
  readonly before: Change
  readonly after: Change
  /** Consecutive steps with the same name are one: a held key, typing in a field. */
  readonly name: string | null
}
export interface Change {
  readonly places: ReadonlyMap<number, Place | null>
  /** Missing = unchanged. */
  readonly backgroundId?: string | null
}

/** A plan being edited: its base, its current state, and the undo history, of any length. */
export interface Edit {
  readonly base: PlanView
  readonly draft: Draft
  readonly done: readonly Step[]
  readonly undone: readonly Step[]
}

export type EditEvent =
  | { readonly type: 'change'; readonly change: Change; readonly name?: string }
  | { readonly type: 'undo' }
  | { readonly type: 'redo' }
  /** The server's plan, without our changes. */
  | { readonly type: 'take'; readonly plan: PlanView }
  /** The server's plan with our changes on top: as one step. */
  | { readonly type: 'onTop'; readonly plan: PlanView }

export function draftOf(plan: PlanView): Draft {
  return {
    places: new Map(plan.devices.map(({ id, place }) => [id, place])),
    backgroundId: plan.background?.mediaId ?? null,
  }
}

export function beginEdit(plan: PlanView): Edit {
  return { base: plan, draft: draftOf(plan), done: [], undone: [] }
}

/** Returns the edit after an event. Pure; ignores devices that the plan does not have. */
export function edited(edit: Edit, event: EditEvent): Edit {
  switch (event.type) {
    case 'change':
      return changed(edit, event.change, event.name ?? null)
    case 'undo': {
      const step = edit.done.at(-1)
      if (step === undefined) return edit
      const draft = applied(edit.draft, step.before)
      return { ...edit, draft, done: edit.done.slice(0, -1), undone: [...edit.undone, step] }
    }
    case 'redo': {
      const step = edit.undone.at(-1)
      if (step === undefined) return edit
      const draft = applied(edit.draft, step.after)
      return { ...edit, draft, done: [...edit.done, step], undone: edit.undone.slice(0, -1) }
    }
    case 'take':
      return beginEdit(event.plan)
    case 'onTop':
      return changed(beginEdit(event.plan), differences(edit), null)
  }
}

function changed(edit: Edit, change: Change, name: string | null): Edit {
  const after = real(edit.draft, change)
  if (after.places.size === 0 && after.backgroundId === undefined) return edit
  const before = reverse(edit.draft, after)
  const draft = applied(edit.draft, after)
  const last = edit.done.at(-1)
  if (name !== null && last?.name === name && edit.undone.length === 0) {
    const joined: Step = { name, before: joinedChange(before, last.before), after: joinedChange(last.after, after) }
    return { ...edit, draft, done: [...edit.done.slice(0, -1), joined] }
  }
  return { ...edit, draft, done: [...edit.done, { name, before, after }], undone: [] }
}

/** Returns the part of a change that differs from the draft. */
function real(draft: Draft, { places, backgroundId }: Change): Change {
  const moved = [...places].filter(
    ([id, place]) => draft.places.has(id) && !samePlace(draft.places.get(id) ?? null, place),
  )
  const background = backgroundId === undefined || backgroundId === draft.backgroundId ? {} : { backgroundId }
  return { places: new Map(moved), ...background }
}

function reverse(draft: Draft, change: Change): Change {
  const places = new Map([...change.places.keys()].map((id) => [id, draft.places.get(id) ?? null]))
  return { places, ...(change.backgroundId === undefined ? {} : { backgroundId: draft.backgroundId }) }
}

function applied(draft: Draft, change: Change): Draft {
  const places = new Map(draft.places)
  for (const [id, place] of change.places) places.set(id, place)
  return { places, backgroundId: change.backgroundId === undefined ? draft.backgroundId : change.backgroundId }
}

/** Merges `later` into `earlier`. */
function joinedChange(earlier: Change, later: Change): Change {
  return { ...earlier, ...later, places: new Map([...earlier.places, ...later.places]) }
}

/** Returns the differences from the server's plan: exactly what a save sends. */
export function differences({ base, draft }: Pick<Edit, 'base' | 'draft'>): Change {
  const places = new Map<number, Place | null>()
  for (const { id, place } of base.devices) {
    const now = draft.places.get(id) ?? null
    if (!samePlace(place, now)) places.set(id, now)
  }
  const background =
    (base.background?.mediaId ?? null) === draft.backgroundId ? {} : { backgroundId: draft.backgroundId }
  return { places, ...background }
}

export function isChanged(edit: Edit): boolean {
  const { places, backgroundId } = differences(edit)
  return places.size > 0 || backgroundId !== undefined
}

/** Returns the input of sites.savePlan for an edit. */
export function saveInput(edit: Edit) {
  const { places, backgroundId } = differences(edit)
  return {
    siteId: edit.base.siteId,
    version: edit.base.version,
    devices: [...places].map(([id, place]) => ({ id, place: place === null ? null : { ...place } })),
    ...(backgroundId === undefined ? {} : { backgroundId }),
  }
}

export function samePlace(a: Place | null, b: Place | null): boolean {
  if (a === null || b === null) return a === b
  return (
    a.xMm === b.xMm &&
    a.yMm === b.yMm &&
    a.widthMm === b.widthMm &&
    a.heightMm === b.heightMm &&
    a.rotationDeg === b.rotationDeg
  )
}
