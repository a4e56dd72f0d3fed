import { configureGlobal } from 'fast-check'

/** Properties are tried with the same cases each time, so that a change fails for what it changes. */
configureGlobal({ seed: 20_261_123 })
