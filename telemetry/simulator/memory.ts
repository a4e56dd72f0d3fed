import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { KeeperMemory } from './keeper.ts'
import type { OrderMemory } from './order-book.ts'

export type GatewayMemory = OrderMemory & KeeperMemory

export interface Memory {
  of(gateway: string): GatewayMemory
  save(): void
}

/** Stores what gateways must remember in one file (mode 0600), replaced as a whole; without a file in memory only. */
export function openMemory(file: string | null): Memory {
  const gateways = new Map<string, GatewayMemory>(Object.entries(read(file)))
  return {
    of(gateway) {
      const known = gateways.get(gateway)
      if (known) return known
      const fresh: GatewayMemory = { lastCounter: 0, seen: [] }
      gateways.set(gateway, fresh)
      return fresh
    },
    save() {
      if (!file) return
      writeFileSync(`${file}.new`, JSON.stringify(Object.fromEntries(gateways)), { mode: 0o600 })
      renameSync(`${file}.new`, file)
    },
  }
}

function read(file: string | null): Record<string, GatewayMemory> {
  if (!file) return {}
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, GatewayMemory>
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw new Error(`The simulator's memory ${file} cannot be read; delete it to start again`, { cause: error })
  }
}
