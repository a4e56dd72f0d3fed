/** A part of the client that comes when it is needed. `loaded` is null until it is there. */
export interface LazyPart<P> {
  readonly loaded: P | null
  /** Asks for it, as often as it takes. Throws when it did not come this time. */
  load(): Promise<P>
  /**
   * Tries once more, by another address of its file, and tells whether that was in vain although the portal answers for the file: then something else that it needs did not
   * come once and the browser does not ask for that again, or the portal is newer than this page and has the file no more.
   */
  isStuck(): Promise<boolean>
}

/** The address of a module that did not come, as browsers say it. */
const moduleUrl = /https?:\/\/[^\s?]+\.js\b/

/**
 * Some browsers keep in mind that the address of a module did not come and never ask for it again, not even when the connection is back: then it is asked for by another
 * address of the same file. The bundler asks for no style twice, so those that did not come are asked for here.
 */
export function lazyPart<M, P>(load: () => Promise<M>, pick: (module: M) => P): LazyPart<P> {
  let loaded: P | null = null
  let script: string | null = null
  let attempts = 0
  const loadLostStyles = async (): Promise<void> => {
    document.addEventListener('error', recordLostStyle, true) // the same one again is none
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
      // First whether the portal answers: what is tried before it does may fail for want of a network.
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

/** The status that is answered for a file of the portal, asked for again; 503 where none is within ten seconds. From 500 on it may come from something before the portal. */
export const statusOf = (file: string): Promise<number> =>
  fetch(file, { cache: 'no-store', signal: AbortSignal.timeout(10_000) }).then(
    ({ status }) => status,
    () => 503,
  )

/** Addresses of styles that did not come, whoever asked for them. */
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
      reject(new Error(`Did not come: ${href}`))
    }
    document.head.append(link)
  })
