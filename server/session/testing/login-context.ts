import type { Knex } from 'knex'
import pino from 'pino'
import { createLimits } from '../../kernel/limits.ts'
import { createLoginLimits } from '../login-limits.ts'

/** What a sign-in needs. Each call returns limiters of its own, like those of another process of the portal. */
export const loginContext = (knex: Knex, log = pino({ level: 'silent' })) => ({
  knex,
  log,
  addresses: { portal: 'https://portal.example', admin: 'https://admin.example' },
  limits: createLimits(),
  loginLimits: createLoginLimits(knex),
})
