import { existsSync, statfsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { packagedChromium } from './packaged-chromium.ts'

/** Command line of a Chromium for tests, whichever it is. The sandbox needs rights that test machines often lack. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Pages of tests live for seconds: V8's optimisation never pays off there, and is a sixth of their cost. Pages of
 * one site in one context share a process, and so its compiled code.
 */
const shortLived = ['--js-flags=--no-opt --no-maglev', '--process-per-site']

/** The headless one first: it needs a third less processor time. */
const system = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** A program to start, with the environment variables that it needs besides ours. */
export type Chromium = { executablePath: string; env: Record<string, string> }

/** Starts a real Chromium, see findChromium. The caller closes it. `measured`: as fast as for real users. */
export async function launchBrowser({ measured = false } = {}): Promise<Browser> {
  const chromium = await findChromium(process.env['CHROMIUM_PATH'], system)
  return launch(chromium, measured ? [] : shortLived)
}

/** The Chromium that the environment names (a wrong path throws), else one that is installed, else the one of the npm package. */
export async function findChromium(named: string | undefined, installed: string[]): Promise<Chromium> {
  if (named !== undefined && named !== '') {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, which does not exist.`)
    return { executablePath: named, env: {} }
  }
  const executablePath = installed.find((path) => existsSync(path))
  return executablePath === undefined ? packagedChromium() : { executablePath, env: {} }
}

/** Starts this Chromium without a window. */
export function launch({ executablePath, env }: Chromium, more: readonly string[] = []): Promise<Browser> {
  const ours = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return chromium.launch({
    executablePath,
    args: [...flags, ...more],
    ignoreDefaultArgs: hasRoom(sharedMemory) ? ['--disable-dev-shm-usage'] : [],
    env: { ...Object.fromEntries(ours), ...env },
  })
}

/** Its processes share what they load and draw as memory files: thousands, for which a disk would have to find room. */
const sharedMemory = '/dev/shm'

/** Containers often have only 64 MB of it, which is too little. */
function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= 1024 ** 3
  } catch {
    return false
  }
}
