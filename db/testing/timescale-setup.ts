import type { TestProject } from 'vitest/node'
import { makeTemplate } from './global-setup.ts'

/**
 * Uses the server at TIMESCALE_URL for the project 'timescale': the same tests as on the embedded one, in databases of
 * their own.
 */
export default async function setup(project: TestProject): Promise<void> {
  const url = process.env['TIMESCALE_URL']
  if (url === undefined) throw new Error('The project timescale needs the address of a server in TIMESCALE_URL.')
  await makeTemplate(url)
  project.provide('testPostgres', url)
}
