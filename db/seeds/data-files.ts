import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Returns the text of a file in db/seeds/data, from the sources and from the compiled program alike. */
export function readDataFile(name: string): string {
  return readFileSync(join(dataFolder(), name), 'utf8')
}

/** In the sources it is next to this file; the compiled program is in a folder of its own within the package. */
function dataFolder(): string {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const data = join(folder, 'db', 'seeds', 'data')
    if (existsSync(data)) return data
    if (folder === dirname(folder))
      throw new Error('db/seeds/data was not found: the program was moved out of its package')
  }
}

/** Rows of a plain comma separated file (no quotes) without its heading line. */
export function readRows(name: string): string[][] {
  return readDataFile(name)
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))
}
