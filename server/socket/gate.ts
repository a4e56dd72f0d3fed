/** A place inside; given back once, again does nothing. */
export type Leave = () => void

export interface Gate {
  /** Settles when there is room, in the order of asking. */
  enter(): Promise<Leave>
}

/**
 * Lets `most` in at once, and only `few` of them for as long as others keep coming. After a restart thousands of sockets come back within seconds, each
 * with statements to the database: let in all together they take every core and every turn of the loop, which takes in one new connection a turn, and
 * whoever calls meanwhile stands in line behind all of them.
 */
export function createGate({ most, few }: { readonly most: number; readonly few: number }): Gate {
  let inside = 0
  let coming = false
  let quiet: NodeJS.Timeout | undefined
  const waiting: (() => void)[] = []

  function letIn(): void {
    const room = coming ? few : most
    while (inside < room) {
      const next = waiting.shift()
      if (!next) return
      inside += 1
      next()
    }
  }
  function place(): Leave {
    let left = false
    return () => {
      if (left) return
      left = true
      inside -= 1
      letIn()
    }
  }
  function someoneCame(): void {
    coming = waiting.length > few
    if (quiet) quiet.refresh()
    else quiet = setTimeout(settle, quietMs)
  }
  function settle(): void {
    quiet = undefined
    coming = false
    letIn()
  }
  return {
    enter() {
      return new Promise((resolve) => {
        waiting.push(() => resolve(place()))
        someoneCame()
        letIn()
      })
    },
  }
}

/** Nobody came for so long: all who waited at the door have been taken in. */
const quietMs = 20
