import { en as refusals } from '../../contract/refusal-texts/en.ts'
import type { Bundle } from './gather.ts'

/** All texts of one language, loaded when that language is first needed. */
const bundle: Bundle = {
  areas: import.meta.glob<Record<string, string>>('./*/en.ts', { eager: true, import: 'default' }),
  refusals,
}
export default bundle
