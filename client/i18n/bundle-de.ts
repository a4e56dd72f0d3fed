import { de as refusals } from '../../contract/refusal-texts/de.ts'
import type { Bundle } from './gather.ts'

/** All texts of one language, loaded when that language is first needed. */
const bundle: Bundle = {
  areas: import.meta.glob<Record<string, string>>('./*/de.ts', { eager: true, import: 'default' }),
  refusals,
}
export default bundle
