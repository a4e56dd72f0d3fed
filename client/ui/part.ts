/** A part of the client that comes when it is needed. `loaded` is null until it is there. */
export interface Part<P> {
  readonly loaded: P | null
  /** Asks for it, as often as it takes. Throws when it did not come this time. */
  load(): Promise<P>
}

/** The address of a module that did not come, as browsers say it. */
const address = /https?:\/\/[^\s?]+\.js\b/

/**
 * Some browsers keep in mind that the address of a module did not come and never ask for it again, not even when the connection is back: then it is asked for by another
 * address of the same file. The bundler asks for no style twice, so those that did not come are asked for here.
 */
export function part<M, P>(load: () => Promise<M>, pick: (module: M) => P): Part<P> {
  let loaded: P | null = null
  let script: string | null = null
  let tries = 0
  const come = async (): Promise<M> => {
    tries += 1
    document.addEventListener('error', noteLost, true) // the same one again is none
    await Promise.all([...lostStyles].map(loadStyle))
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
        if (told !== undefined && new URL(told).origin === window.location.origin) script ??= told
        throw error
      }
    },
  }
}

/** Addresses of styles that did not come, whoever asked for them. */
const lostStyles = new Set<string>()
const noteLost = ({ target }: Event): void => {
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
