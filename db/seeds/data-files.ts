import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Text of a file in db/seeds/data, from the sources and from the compiled program alike. */
export function readDataFile(name: string): string {
  return readFileSync(join(dataFolder(), name), 'utf8')
}

function dataFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder)
    if (parent === folder) throw new Error('db/seeds/data was not found: the program was moved out of its package')
    folder = parent
  }
  return join(folder, 'db', 'seeds', 'data')
}

/** Rows of a plain comma separated file (no quotes) without its heading line. */
export function readRows(name: string): string[][] {
  return readDataFile(name)
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))
}
