import { configureGlobal } from 'fast-check'

/** Properties are tried with the same cases each time, so that a change fails for what it changes; PROPERTIES=random looks for others. */
const seed = 20_261_123
if (process.env['PROPERTIES'] !== 'random') configureGlobal({ seed })
