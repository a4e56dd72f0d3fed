import refusals from '../../contract/refusal-texts/en.json' with { type: 'json' }
import type { Bundle } from './gather.ts'

/** All texts of one language, loaded when that language is first needed. */
const bundle: Bundle = {
  areas: import.meta.glob<Record<string, string>>('./*/en.json', { eager: true, import: 'default' }),
  refusals,
}
export default bundle
