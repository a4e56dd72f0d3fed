import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive, stopPostmaster } from './postmaster.ts'

/** Which process answers for the server in a folder, and whether the folder is to be thrown away. */
type Owner = { pid: number; temporary: boolean }

/** Another living process that answers for this server, or undefined. */
export function otherOwner(dir: string): number | undefined {
  const owner = readOwner(dir)
  return owner && owner.pid !== process.pid && isAlive(owner.pid) ? owner.pid : undefined
}

/** From now on this process answers for the server. */
export function takeOwnership(dir: string, temporary: boolean): void {
  writeFileSync(join(dir, 'owner.json'), JSON.stringify({ pid: process.pid, temporary } satisfies Owner))
}

/** Stops and removes temporary servers beside each other in `parent` whose process died without doing so. */
export async function sweepAbandoned(parent: string, pgCtl: string): Promise<void> {
  for (const name of readdirSync(parent)) {
    const dir = join(parent, name)
    const owner = readOwner(dir)
    if (!owner?.temporary || isAlive(owner.pid)) continue
    await stopPostmaster(join(dir, 'data'), pgCtl, 'immediate')
    rmSync(dir, { recursive: true, force: true })
  }
}

function readOwner(dir: string): Owner | undefined {
  const file = join(dir, 'owner.json')
  try {
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Owner) : undefined
  } catch {
    return undefined
  }
}
