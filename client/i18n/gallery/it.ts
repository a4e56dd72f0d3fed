import type { Translation } from '../types/translation.ts'
import type en from './en.ts'

export default {
  title: 'Galleria degli stati',
  lead: 'Tutto ciò che dispositivi, ordini e percorsi possono essere, fianco a fianco. Nulla qui esiste e nulla si può ordinare.',
  badges: 'Stati',
  orders: 'Ordini',
  runs: 'Percorsi passo per passo',
  rows: 'Sul telecomando',
  doors: 'Nella schermata di apertura',
  plan: 'Sulla pianta',
} satisfies Translation<typeof en>
