/** Time limit of a reply to a gateway, ms. What was not acknowledged is sent again; if it was written after all, that is a duplicate. */
export const answerMs = 4_500

export interface AnswerClock {
  go(): void
  pause(): void
}

/** Calls `late` once after `ms` of running time; pauses do not count. */
export function createAnswerClock(ms: number, late: () => void): AnswerClock {
  let left = ms
  let since = 0
  let timer: NodeJS.Timeout | undefined
  return {
    go() {
      if (timer) return
      since = performance.now()
      timer = setTimeout(late, Math.max(0, left))
    },
    pause() {
      if (!timer) return
      clearTimeout(timer)
      timer = undefined
      left -= performance.now() - since
    },
  }
}
