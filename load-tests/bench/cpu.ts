import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Linux counts processor time in hundredths of a second. */
const ticks = 100

/** Processor time of a process and its children in seconds; null if the system does not report it (not Linux). */
export function cpuSeconds(pid: number | undefined): number | null {
  if (pid === undefined || !existsSync(`/proc/${pid}/stat`)) return null
  let sum = 0
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const fields = statOf(name)
    if (fields && (name === String(pid) || fields[1] === String(pid))) sum += Number(fields[11]) + Number(fields[12])
    // The parent counts the time of ended children.
    if (fields && name === String(pid)) sum += Number(fields[13]) + Number(fields[14])
  }
  return sum / ticks
}

/**
 * Fields of /proc/…/stat after the name: state, parent, … utime (11), stime (12), and those of ended children (13, 14).
 */
function statOf(pid: string): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}
