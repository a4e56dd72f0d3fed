import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { SimulatorConfig } from '../../db/seeds/simulator-config.ts'
import { startControl } from './control.ts'
import { controlFileName } from './control-file.ts'
import { type Simulator, startSimulator } from './start.ts'

const memoryFileName = 'simulator-memory.json'

/** Reads a configuration of seedDemo; throws an Error that says what is wrong. */
function readSimulatorConfig(file: string): SimulatorConfig {
  let config: unknown
  try {
    config = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Error(`The simulator's configuration ${file} cannot be read: ${String(error)}`, { cause: error })
  }
  if (typeof config !== 'object' || config === null || !('gateways' in config) || !Array.isArray(config.gateways)) {
    throw new Error(`${file} is not a simulator configuration: it has no gateways`)
  }
  return config as SimulatorConfig
}

/** Runs the demo's gateways with their own activity and the control for `npm run device`. */
export async function runSimulator(options: {
  configFile: string
  url: string
  speed: number
  log: (text: string, detail: object) => void
  /** Without it nothing happens by itself. Default true. */
  life?: boolean
}): Promise<Simulator> {
  const { configFile, url, speed, log } = options
  const folder = dirname(configFile)
  const simulator = startSimulator({
    url,
    speed,
    log,
    gateways: readSimulatorConfig(configFile).gateways,
    memoryFile: join(folder, memoryFileName),
    seed: Date.now(),
    life: options.life ?? true,
  })
  const control = await startControl(simulator, join(folder, controlFileName))
  return {
    ...simulator,
    async stop() {
      await control.stop()
      await simulator.stop()
    },
  }
}
