import { de as refusals } from '../../contract/refusal-texts/de.ts'
import { gather } from './gather.ts'

/** All texts of one language, loaded when that language is first needed. */
export default gather(
  import.meta.glob<Record<string, string>>('./*/de.ts', { eager: true, import: 'default' }),
  refusals,
)
