import type { TestApp } from '../../http/testing/app.ts'
import type { Answered, AskOptions } from '../../http/testing/ask.ts'
import { cookiesSet } from '../../http/testing/cookies.ts'

/** A browser at a portal: keeps its cookies from call to call. */
export function browserAt(app: Pick<TestApp, 'ask'>) {
  const cookies = new Map<string, string>()
  return {
    cookies,
    async ask(method: string, path: string, options: AskOptions = {}): Promise<Answered> {
      const cookie = [...cookies].map((each) => each.join('=')).join('; ')
      const answer = await app.ask(method, path, { ...options, ...(cookie ? { cookie } : {}) })
      for (const [name, value] of cookiesSet(answer.headers)) {
        if (value === '') cookies.delete(name)
        else cookies.set(name, value)
      }
      return answer
    },
  }
}
