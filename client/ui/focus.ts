/** Focus after navigation: the heading of the new page takes it, so that keyboards and screen readers start at its top. */
let pending = false

/** A navigation to another path has begun. */
export function expectNewPage(): void {
  pending = true
}

/** Called when the heading of the new page exists: it takes the focus after a navigation, but not on the first load. */
export function focusHeading(heading: HTMLElement | null): void {
  if (!pending || heading === null) return
  pending = false
  heading.focus({ preventScroll: true })
}
