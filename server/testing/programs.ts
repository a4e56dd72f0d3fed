import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/bin']

/** Returns the path of a program. If missing, throws with what to install: a test that needs it must not pass without it. */
export function need(program: string, debianPackage: string = program): string {
  const found = folders.map((folder) => join(folder, program)).find((path) => existsSync(path))
  if (!found) throw new Error(`${program} is not installed: apt-get install ${debianPackage}`)
  return found
}
