import type { Language } from '../../contract/session.ts'
import { languageOf } from './locale.ts'

const name = 'holdfast language'

/** Remembers a language that somebody picked in this browser, until it is stored with a user. */
export function rememberChoice(language: Language): void {
  try {
    localStorage.setItem(name, language)
  } catch {
    // Without storage it is remembered until the next reload.
  }
}

export function readChoice(): Language | null {
  try {
    return languageOf(localStorage.getItem(name))
  } catch {
    return null
  }
}

export function forgetChoice(): void {
  try {
    localStorage.removeItem(name)
  } catch {
    // Nothing is stored.
  }
}
