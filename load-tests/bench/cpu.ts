import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Linux counts the processor time of a process in hundredths of a second. */
const ticks = 100

/** Seconds of processor time that a process and its children have used since they began; null where the system does not tell (not Linux). */
export function cpuSeconds(pid: number | undefined): number | null {
  if (pid === undefined || !existsSync(`/proc/${pid}/stat`)) return null
  let sum = 0
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const fields = statOf(name)
    if (fields && (name === String(pid) || fields[1] === String(pid))) sum += Number(fields[11]) + Number(fields[12])
    // What ended children have used is counted by their parent.
    if (fields && name === String(pid)) sum += Number(fields[13]) + Number(fields[14])
  }
  return sum / ticks
}

/** Fields of /proc/…/stat after the name: state, parent, … utime (11), stime (12), and those of children that ended (13, 14). */
function statOf(pid: string): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}
