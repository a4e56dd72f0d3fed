import type { Translation } from '../types/translation.ts'
import type en from './en.ts'

export default {
  title: 'Galerie der Zustände',
  lead: 'Alles, was Geräte, Befehle und Wege sein können, nebeneinander. Nichts davon gibt es wirklich, nichts lässt sich befehlen.',
  badges: 'Zustände',
  orders: 'Befehle',
  runs: 'Wege Schritt für Schritt',
  rows: 'Im Smart Remote',
  doors: 'Auf der Seite zum Öffnen',
  plan: 'Auf dem Plan',
} satisfies Translation<typeof en>
