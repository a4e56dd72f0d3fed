import { read } from '../../contract/codes.ts'
import { answer } from '../kernel/bus/handle.ts'
import { codeRow, codesOf } from './values.ts'

/** One code of the caller's zones. */
export default answer(read, async ({ input, actor, trx, refuse }) => {
  const [code] = await codesOf(trx, actor).where('codes.id', input.codeId)
  return code ? codeRow(code) : refuse('not-found')
})
