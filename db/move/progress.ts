import type { Progress } from './copy.ts'
import type { Table } from './tables.ts'

const everyMs = 2_000
/** Minimum number of rows for which a finished table gets a line. */
const worthALine = 50_000

/** Reports the rows of a table every two seconds, with the rate and the time left for all. Times in ms. */
export function createProgress(
  tables: readonly Table[],
  say: (line: string) => void,
  now = () => performance.now(),
): Progress {
  let awaited = tables.reduce((sum, { estimate }) => sum + estimate, 0)
  const began = now()
  let saidAt = began
  let copied = 0
  return (table, rows, done) => {
    if (done) {
      copied += rows
      awaited -= table.estimate
      if (rows >= worthALine) say(`${table.name}: ${number(rows)} rows copied`)
      return
    }
    if (now() - saidAt < everyMs) return
    saidAt = now()
    const rate = (copied + rows) / ((saidAt - began) / 1_000)
    const left = Math.max(0, awaited - rows) / rate
    say(
      `${table.name}: ${number(rows)} rows of about ${number(Math.max(rows, table.estimate))}, ${number(rate)} rows/s, about ${duration(left)} left`,
    )
  }
}

const number = (value: number): string => Math.round(value).toLocaleString('en')

function duration(seconds: number): string {
  return seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`
}
