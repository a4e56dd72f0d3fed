import type { Knex } from 'knex'
import type { RefusalCode } from '../../../contract/refusals.ts'
import type { BadInput, Values } from '../../../contract/testing/bad-input/values.ts'
import type { World } from '../../testing/world.ts'
import type { FormLaw } from './form-law.ts'

/** The calls that add and edit, and how they name what the commands name otherwise. */
export interface Calls {
  readonly add?: readonly [method: string, path: string]
  readonly edit: (id: number) => readonly [method: string, path: string]
  /** Names of fields: call → command. */
  readonly names?: Readonly<Record<string, string>>
  /** Returns the body that carries these fields; without it they are the body. */
  readonly wrap?: (fields: Values) => Values
}

/** What is refused because of other rows: the changed field, its refusal and the status. */
export type Collision = readonly [change: Values, path: string, issue: RefusalCode, status: 400 | 409]

/** What the laws of bad input need to know about an entity besides the rules of its fields. */
export interface BadInputLaw {
  readonly input: BadInput
  readonly form: FormLaw
  /** Where its rows are stored. */
  readonly table: string
  /** Returns the references of a good input, and values that no other row has. */
  refers(world: World): Values
  /** Writes what is needed, and returns what collides with it. */
  collisions?(knex: Knex, world: World): Promise<readonly Collision[]>
  /** What an edit carries besides, so that nothing else refuses it. */
  readonly confirmed?: Values
  readonly calls?: Calls
}
