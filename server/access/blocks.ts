import { blocks } from '../../contract/access.ts'
import { answer } from '../kernel/bus/handle.ts'
import { readBlocks } from './read-blocks.ts'

/** Returns where the caller is blocked, by whom, and whom to ask. */
export default answer(blocks, ({ actor, trx }) => readBlocks(trx, actor.userId))
