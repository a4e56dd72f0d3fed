/**
 * Calls `run` once with the next picture, however often `schedule` is called before; in a hidden tab, which draws none, a little later.
 * So that many changes in one frame are applied and drawn together.
 */
export function onFrame(run: () => void, hiddenMs = 250): { schedule(): void; cancel(): void } {
  let frame: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const cancel = () => {
    if (frame !== undefined) cancelAnimationFrame(frame)
    clearTimeout(timer)
    frame = undefined
    timer = undefined
  }
  const go = () => {
    cancel()
    run()
  }
  return {
    schedule() {
      if (timer !== undefined) return
      timer = setTimeout(go, hiddenMs)
      if (typeof requestAnimationFrame === 'function') frame = requestAnimationFrame(go)
    },
    cancel,
  }
}
