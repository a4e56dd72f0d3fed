import { en as refusals } from '../../contract/refusal-texts/en.ts'
import { gather } from './gather.ts'

/** All texts of one language, loaded when that language is first needed. */
export default gather(
  import.meta.glob<Record<string, string>>('./*/en.ts', { eager: true, import: 'default' }),
  refusals,
)
