import { useSnapshot } from 'valtio'
import { session } from '../../stores/session.ts'
import { Lazy } from '../../ui/lazy.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { Landing } from './landing.tsx'

/** Needed only by signed-in people. */
const start = lazyPart(
  () => import('./start.tsx'),
  ({ Start }) => Start,
)

/** '/': the landing page for visitors who are not signed in, the start page for everybody else. */
export function Home() {
  const { user } = useSnapshot(session)
  if (user === null) return <Landing />
  return (
    <Lazy part={start} waiting={<PageSkeleton />}>
      {(Start) => <Start />}
    </Lazy>
  )
}
