/** The address of a module that did not come, as browsers say it. */
const address = /https?:\/\/\S+?\.js/

/**
 * Loads a part of a module however often it takes. Some browsers keep in mind that an address did not come and never ask for it again, not even when the connection is
 * back: then it is asked for by another address of the same file.
 */
export function untilLoaded<M, P>(load: () => Promise<M>, pick: (module: M) => P): () => Promise<P> {
  let lost: string | null = null
  let tries = 0
  return async () => {
    tries += 1
    try {
      return pick(await (lost === null ? load() : (import(/* @vite-ignore */ `${lost}?again=${tries}`) as Promise<M>)))
    } catch (error) {
      const told = lost === null && error instanceof Error ? address.exec(error.message)?.[0] : undefined
      if (told !== undefined && new URL(told).origin === window.location.origin) lost = told
      throw error
    }
  }
}
