import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive, stopPostmaster } from './postmaster.ts'

/** The process that owns the server of a folder, and whether the folder is temporary. */
type Owner = { pid: number; temporary: boolean }

/** Returns another living process that owns this server, or undefined. */
export function otherOwner(dir: string): number | undefined {
  const owner = readOwner(dir)
  return owner && owner.pid !== process.pid && isAlive(owner.pid) ? owner.pid : undefined
}

/** Makes this process the owner of the server. */
export function takeOwnership(dir: string, temporary: boolean): void {
  writeFileSync(join(dir, 'owner.json'), JSON.stringify({ pid: process.pid, temporary } satisfies Owner))
}

/** Stops and removes temporary servers in `parent` whose process died. */
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
