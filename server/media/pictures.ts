import { pictures } from '../../contract/media.ts'
import { answer } from '../kernel/bus/handle.ts'
import { maySeePictures } from './may-see.ts'
import { picturesOf } from './view.ts'

/** Pictures that the caller operates or sees where they may book. */
export default answer(pictures, async ({ input, actor, trx, refuse }) => {
  if (!(await maySeePictures(trx, actor, input))) return refuse('not-found')
  return { media: await picturesOf(trx, input) }
})
