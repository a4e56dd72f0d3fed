export interface DemoLogin {
  /** Role of the person, for the printout. */
  readonly role: string
  readonly login: string
  readonly password: string
  /** Admins sign in at the administration, everybody else at the portal. */
  readonly app: 'portal' | 'admin'
}

/**
 * Logins of the demo, printed at the start. They exist only where demo data were seeded, never in an external database.
 */
export const demoLogins: readonly DemoLogin[] = [
  { role: 'Visitor', login: 'visitor@demo.holdfast.example', password: 'Besuch-2026', app: 'portal' },
  { role: 'Reservation Manager', login: 'rm@demo.holdfast.example', password: 'Manager-2026', app: 'portal' },
  { role: 'Super Reservation Manager', login: 'srm@demo.holdfast.example', password: 'Leitung-2026', app: 'portal' },
  { role: 'Admin', login: 'admin@demo.holdfast.example', password: 'Verwalter-2026', app: 'admin' },
  { role: 'Support', login: 'support@demo.holdfast.example', password: 'Hilfe-2026!', app: 'portal' },
  {
    role: 'Manager of another customer',
    login: 'rm.dresden@demo.holdfast.example',
    password: 'Elbufer-2026',
    app: 'portal',
  },
  { role: 'Second visitor', login: 'anna.keller@demo.holdfast.example', password: 'Radfahrt-2026', app: 'portal' },
]
