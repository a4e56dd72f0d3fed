import { main } from '../../contract/media.ts'
import { one } from '../../db/sql.ts'
import { answer } from '../kernel/bus/handle.ts'
import { maySeePictures } from './may-see.ts'
import { deviceMainPictureSql, type MainPicture } from './view.ts'

/** The picture by which a reservation of the device is recognised. */
export default answer(main, async ({ input, actor, trx, refuse }) => {
  if (!(await maySeePictures(trx, actor, input))) return refuse('not-found')
  const { picture } = await one<{ picture: MainPicture }>(
    trx,
    `SELECT ${deviceMainPictureSql} AS picture FROM devices d JOIN sites s ON s.id = d.site_id WHERE d.id = ?`,
    [input.deviceId],
  )
  return { picture }
})
