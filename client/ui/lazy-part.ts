/** A part of the client that is loaded on demand. `loaded` is null until then. */
export interface LazyPart<P> {
  readonly loaded: P | null
  /** Loads it, as often as called. Throws if this attempt failed. */
  load(): Promise<P>
  /**
   * Tries once more, by another address of its file, and returns true if that failed although the portal serves the
   * file: then a module that it imports failed to load and the browser does not retry it, or the portal is newer than
   * this page and no longer has the file.
   */
  isStuck(): Promise<boolean>
}

/** The address of a module that failed to load, in the error texts of browsers. */
const moduleUrl = /https?:\/\/[^\s?]+\.js\b/

/**
 * Some browsers remember that a module failed to load and never retry its address, even after the network returns: then
 * another address of the same file is used. The bundler loads no style twice, so styles that failed are loaded here.
 */
export function lazyPart<M, P>(load: () => Promise<M>, pick: (module: M) => P): LazyPart<P> {
  let loaded: P | null = null
  let script: string | null = null
  let attempts = 0
  const loadLostStyles = async (): Promise<void> => {
    document.addEventListener('error', recordLostStyle, true) // adding the same listener again has no effect
    await Promise.all([...lostStyles].map(loadStyle))
  }
  const importAgain = async (file: string) => {
    attempts += 1
    return (await import(/* @vite-ignore */ `${file}?again=${attempts}`)) as M
  }
  return {
    get loaded() {
      return loaded
    },
    async load() {
      if (loaded !== null) return loaded
      await loadLostStyles()
      try {
        loaded = pick(await (script === null ? load() : importAgain(script)))
        return loaded
      } catch (error) {
        const failedUrl = error instanceof Error ? moduleUrl.exec(error.message)?.[0] : undefined
        if (failedUrl !== undefined && new URL(failedUrl).origin === window.location.origin) script ??= failedUrl
        throw error
      }
    },
    async isStuck() {
      // First whether the portal responds: an attempt before that could fail because of the network.
      if (loaded !== null || script === null || (await statusOf(script)) >= 500) return false
      try {
        await loadLostStyles()
      } catch {
        return false
      }
      return importAgain(script).then(
        (module) => {
          loaded = pick(module)
          return false
        },
        () => true,
      )
    },
  }
}

/**
 * Returns the status of a file of the portal, fetched again; 503 if there is no response within ten seconds. A status
 * from 500 on may come from a proxy.
 */
export const statusOf = (file: string): Promise<number> =>
  fetch(file, { cache: 'no-store', signal: AbortSignal.timeout(10_000) }).then(
    ({ status }) => status,
    () => 503,
  )

/** Addresses of styles that failed to load, from any part. */
const lostStyles = new Set<string>()
const recordLostStyle = ({ target }: Event): void => {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') lostStyles.add(target.href)
}

const loadStyle = (href: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = href
    link.onload = () => {
      lostStyles.delete(href)
      resolve()
    }
    link.onerror = () => {
      link.remove()
      reject(new Error(`failed to load ${href}`))
    }
    document.head.append(link)
  })
