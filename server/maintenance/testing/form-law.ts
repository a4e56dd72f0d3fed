import { edit, read, remove } from '../../../contract/maintenance.ts'
import { insert } from '../../../db/testing/fixtures.ts'
import { type FormLaw, fieldsOf } from '../../laws/testing/form-law.ts'

/** Periods that were taken back before they began. Managers see them and change none. */
export const maintenanceFormLaw: FormLaw = {
  entity: 'maintenance periods',
  idKey: 'periodId',
  scoped: false,
  editors: ['admin', 'admin'],
  read,
  edit: {
    def: edit,
    input: (view, reason) => ({ ...fieldsOf(edit, view), reason }),
    text: ({ reason }) => reason,
  },
  remove: { def: remove },
  plant: (knex, world, side) =>
    insert(knex, 'maintenance_periods', {
      ...{ scope: 'site', site_id: world[side].siteId, reason: 'Law', starts_at: '2026-01-02T08:00:00Z' },
      ...{ revoked_at: '2026-01-01T08:00:00Z', revoke_reason: 'Not needed' },
    }),
}
