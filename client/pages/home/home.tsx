import { useSnapshot } from 'valtio'
import { session } from '../../stores/session.ts'
import { Landing } from './landing.tsx'
import { Start } from './start.tsx'

/** '/': the landing page for visitors who are not signed in, the start page for everybody else. */
export function Home() {
  const { user } = useSnapshot(session)
  return user ? <Start /> : <Landing />
}
