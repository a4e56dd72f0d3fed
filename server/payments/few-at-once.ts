const most = 3

/** Works through a list, three at a time, so that a hanging provider does not occupy every connection. */
export async function fewAtOnce<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const rest = [...items]
  const line = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: most }, line))
}
