import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The package's folder, from the sources and from the built program alike. Throws where there is none above `from`. */
export function projectRoot(from: string): string {
  if (existsSync(join(from, 'package.json'))) return from
  if (from === dirname(from)) throw new Error('package.json was not found: the program was moved out of its package')
  return projectRoot(dirname(from))
}
