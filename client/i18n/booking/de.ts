import type { Translation } from '../areas.ts'
import type en from './en.ts'

export default {
  free: 'kostenlos',
  path: 'Weg: {name}',
  'refund.free': 'Kostenlos; Sie können bis {until} stornieren.',
  'refund.fullThenHalf': 'Storno bis {until}: {full} zurück, später {half}.',
  'refund.full': 'Storno bis {until}: {full} zurück.',
  'refund.half': 'Storno bis {until}: {half} zurück.',
  'refund.none': 'Keine Erstattung: Die Zeit hat begonnen.',
} satisfies Translation<typeof en>
