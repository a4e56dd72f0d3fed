import { it as refusals } from '../../contract/refusal-texts/it.ts'
import type { Bundle } from './gather.ts'

/** All texts of one language, loaded when that language is first needed. */
const bundle: Bundle = {
  areas: import.meta.glob<Record<string, string>>('./*/it.ts', { eager: true, import: 'default' }),
  refusals,
}
export default bundle
