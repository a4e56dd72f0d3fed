import { type LogArea, type LogRow, logAreas } from '../../contract/logs.ts'
import type { LoggedLine } from '../../db/models/logs.ts'

interface Data {
  readonly kind?: LogRow['kind']
  readonly times?: number
  readonly subject?: LogRow['subject']
  readonly facts?: LogRow['facts']
}

/** A line of the log as the wire has it. */
export function logRow({ id, at, level, scope, message, supportCode, user, data }: LoggedLine): LogRow {
  const { kind = 'other', times = 1, subject = null, facts = {} } = data as Data
  return {
    id,
    at: at.toISOString(),
    level,
    area: isArea(scope) ? scope : 'server',
    kind,
    message,
    times,
    supportCode,
    person: user ? { id: user.id, name: user.shownName } : null,
    subject,
    facts,
  }
}

const isArea = (scope: string): scope is LogArea => logAreas.includes(scope as LogArea)
