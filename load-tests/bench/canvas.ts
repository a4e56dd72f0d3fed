import { spawn } from 'node:child_process'

/** Measures the plan of a site in a headless Chromium; it prints its own line. Needs no database. */
export function canvasFrames(): Promise<void> {
  const program = spawn(process.execPath, ['--import', 'tsx', 'client/site-canvas/testing/bench.ts'], {
    stdio: 'inherit',
  })
  return new Promise((resolve, reject) => {
    program.once('error', reject)
    program.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`The canvas bench ended with ${code}.`))))
  })
}
