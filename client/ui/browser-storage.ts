import { stored } from './stored.ts'

/** Small values of this browser that outlive a visit. */
export const browserStorage = stored(() => localStorage)
