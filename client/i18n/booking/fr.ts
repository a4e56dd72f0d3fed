import type { Translation } from '../areas.ts'
import type en from './en.ts'

export default {
  free: 'gratuit',
  path: 'Chemin : {name}',
  'refund.free': 'Gratuit ; annulation possible jusqu’à {until}.',
  'refund.fullThenHalf': 'Annulation jusqu’à {until} : {full} remboursés, ensuite {half}.',
  'refund.full': 'Annulation jusqu’à {until} : {full} remboursés.',
  'refund.half': 'Annulation jusqu’à {until} : {half} remboursés.',
  'refund.none': 'Aucun remboursement : la période a commencé.',
} satisfies Translation<typeof en>
