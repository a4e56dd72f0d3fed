/** A part of the client that comes when it is needed. `loaded` is null until it is there. */
export interface Part<P> {
  readonly loaded: P | null
  /** Asks for it, as often as it takes. Throws when it did not come this time. */
  load(): Promise<P>
}

/** The address of a file that did not come, as browsers and the bundler say it. */
const address = /https?:\/\/\S+?\.(?:js|css)/

/**
 * Some browsers keep in mind that the address of a module did not come and never ask for it again, not even when the connection is back: then it is asked for by another
 * address of the same file. The bundler does not ask twice for a style, so that is done here.
 */
export function part<M, P>(load: () => Promise<M>, pick: (module: M) => P): Part<P> {
  let loaded: P | null = null
  let script: string | null = null
  let style: string | null = null
  let tries = 0
  const come = async (): Promise<M> => {
    tries += 1
    if (style !== null) await loadStyle(style)
    style = null
    return script === null ? load() : ((await import(/* @vite-ignore */ `${script}?again=${tries}`)) as M)
  }
  return {
    get loaded() {
      return loaded
    },
    async load() {
      if (loaded !== null) return loaded
      try {
        loaded = pick(await come())
        return loaded
      } catch (error) {
        const told = error instanceof Error ? address.exec(error.message)?.[0] : undefined
        if (told !== undefined && new URL(told).origin === window.location.origin) {
          if (told.endsWith('.css')) style = told
          else script ??= told
        }
        throw error
      }
    },
  }
}

const loadStyle = (href: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = href
    link.onload = () => resolve()
    link.onerror = () => {
      link.remove()
      reject(new Error(`Did not come: ${link.href}`))
    }
    document.head.append(link)
  })
