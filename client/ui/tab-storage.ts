import { stored } from './stored.ts'

/** Small values of one browser tab that outlive a reload. */
export const tabStorage = stored(() => sessionStorage)
