import { accessSync, constants, mkdtempSync, realpathSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { connect } from '../connect.ts'
import { findBinaries } from '../embedded/binaries.ts'
import { sweepAbandoned } from '../embedded/owner.ts'
import { startEmbedded } from '../embedded/start.ts'
import { migrate } from '../migrate.ts'
import { databaseAt, templateName } from './template.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The server of this run; its template database is migrated. */
    testPostgres: string
  }
}

type Running = { url: string; stop: () => Promise<void> }
let running: Promise<Running> | undefined
let users = 0

/**
 * Starts one throw-away PostgreSQL for the whole run, however many projects ask for it; it stops with the last of them.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  users += 1
  running ??= start()
  const { url, stop } = await running
  project.provide('testPostgres', url)
  process.env['HOLDFAST_TEST_PG'] = url
  return async () => {
    users -= 1
    if (users === 0) await stop()
  }
}

/** Uses the server at HOLDFAST_TEST_PG if set (to try another version of PostgreSQL), otherwise starts one. */
async function start(): Promise<Running> {
  const given = process.env['HOLDFAST_TEST_PG']
  if (given !== undefined) {
    await makeTemplate(given)
    return { url: given, stop: async () => undefined }
  }
  const dir = mkdtempSync(join(realpathSync(await throwAway()), 'holdfast-test-'))
  const server = await startEmbedded({ dir, temporary: true, fsync: false })
  await makeTemplate(server.url)
  return server
}

const memory = '/dev/shm'
/** Space that a run may need, with much to spare: 352 MB is the most that was seen. */
const room = 4 * 1024 ** 3

/**
 * Returns the folder for a run's server: in memory if there is plenty, otherwise among the temporary files. Every test
 * file has a database of its own, of a thousand files: a full disk takes half a second of processor time to find room
 * for them, memory 30 ms.
 */
async function throwAway(): Promise<string> {
  try {
    accessSync(memory, constants.W_OK)
    // What a killed run left takes memory, also if this one goes elsewhere.
    await sweepAbandoned(memory, (await findBinaries()).pgCtl)
    const { bavail, bsize } = statfsSync(memory)
    if (Math.min(bavail * bsize, process.availableMemory()) >= room) return memory
  } catch {
    // Not there, or not ours.
  }
  return tmpdir()
}

/** Recreates the migrated template database on a server. */
export async function makeTemplate(url: string): Promise<void> {
  const server = connect(url, { max: 1, name: 'test-setup', queryTimeoutMs: 60_000 })
  const template = connect(databaseAt(url, templateName), { max: 2, name: 'test-setup' })
  try {
    await server.raw(`DROP DATABASE IF EXISTS ${templateName}`)
    await server.raw(`CREATE DATABASE ${templateName}`)
    await migrate(template)
  } finally {
    await template.destroy()
    await server.destroy()
  }
}
