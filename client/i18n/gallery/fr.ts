import type { Translation } from '../types/translation.ts'
import type en from './en.ts'

export default {
  title: 'Galerie des états',
  lead: 'Tout ce que peuvent être les appareils, les ordres et les chemins, côte à côte. Rien ici n’existe et rien ne peut être ordonné.',
  badges: 'États',
  orders: 'Ordres',
  runs: 'Chemins pas à pas',
  rows: 'Sur la télécommande',
  doors: 'Sur l’écran d’ouverture',
  plan: 'Sur le plan',
} satisfies Translation<typeof en>
