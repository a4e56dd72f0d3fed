import { invite } from '../../../contract/invitations.ts'
import { User, Zone } from '../../../db/models/people.ts'
import { type Finding, type Importable, idsOf, references, text } from '../entity.ts'

const managers = ({ trx, actor }: Finding) => User.query(trx).modify('canManageZones').modify('sharesZoneWith', actor)

/**
 * Reservation managers, found by e-mail address. They are invited by mail and set their password themselves; a file adds
 * zones and withdraws none.
 */
export const users: Importable = {
  entity: 'users',
  add: invite,
  edit: invite,
  async read({ trx, actor }, id) {
    const user = await managers({ trx, actor }).findById(id)
    if (!user) return null
    const theirs = trx('user_zones').select('zone_id').where('user_id', id)
    const zones = await Zone.query(trx).whereIn('id', theirs).modify('visibleTo', actor).orderBy('id')
    return { email: user.email, zoneIds: idsOf(zones), version: 0 }
  },
  idField: 'userId',
  defaults: {},
  columns: [text('email'), references('zoneIds', 'zone')],
  key: ['email'],
  required: ['zoneIds'],
  async find(finding, { email }) {
    return idsOf(
      await managers(finding)
        .whereRaw('lower(users.email) = lower(?)', [email as string])
        .select('users.id'),
    )
  },
  async ids(finding) {
    return idsOf(await managers(finding).whereNot('users.state', 'DEACTIVATED').select('users.id').orderBy('users.id'))
  },
  overlay: (existing, cells) => ({
    ...existing,
    zoneIds: [...new Set([...numbers(existing['zoneIds']), ...numbers(cells['zoneIds'])])],
  }),
  toEdit: ({ email, zoneIds }) => ({ email, zoneIds }),
}

const numbers = (value: unknown): number[] => (Array.isArray(value) ? (value as number[]) : [])
