import type { Translation } from '../areas.ts'
import type en from './en.ts'

export default {
  free: 'gratis',
  path: 'Percorso: {name}',
  'refund.free': 'Gratis; può annullare entro {until}.',
  'refund.fullThenHalf': 'Annullamento entro {until}: {full} rimborsati, poi {half}.',
  'refund.full': 'Annullamento entro {until}: {full} rimborsati.',
  'refund.half': 'Annullamento entro {until}: {half} rimborsati.',
  'refund.none': 'Nessun rimborso: il periodo è iniziato.',
} satisfies Translation<typeof en>
