import { add, edit, newGateway, read } from '../../../contract/gateways.ts'
import { Gateway } from '../../../db/models/sites.ts'
import { type Importable, idsOf, reference, text, yesNo } from '../entity.ts'

/** Gateways, found by hardware id. */
export const gateways: Importable = {
  entity: 'gateways',
  add,
  edit,
  read,
  idField: 'gatewayId',
  defaults: newGateway,
  columns: [
    text('name'),
    text('hardwareId'),
    reference('siteId', 'site'),
    text('label'),
    text('comment'),
    text('premiseLocation'),
    yesNo('monitoring'),
    text('maintenanceState'),
    yesNo('sendMail'),
    yesNo('allowOfflineCaching'),
  ],
  key: ['hardwareId'],
  required: ['name'],
  async find({ trx }, { hardwareId }) {
    return idsOf(
      await Gateway.query(trx)
        .where({ hardware_id: hardwareId as string })
        .select('id'),
    )
  },
  async ids({ trx }) {
    return idsOf(await Gateway.query(trx).select('id').orderBy('id'))
  },
}
