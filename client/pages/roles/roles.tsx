import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { type MatrixView, matrix } from '../../../contract/roles.ts'
import { sessionMe } from '../../../contract/session.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { useChangeCounter } from '../../stores/use-change-counter.ts'
import { useQuery } from '../../stores/use-query.ts'
import { useWatch } from '../../stores/use-watch.ts'
import { Icon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { Grid } from './grid.tsx'
import { OneRole } from './one-role.tsx'
import { SaveBar } from './save-bar.tsx'
import { useChanges } from './use-changes.ts'

/** Roles with their products (ADM-14). */
export function Roles() {
  const t = useT()
  const moved = useChangeCounter(useWatch(sessionMe, {}), 'me')
  const { view, refusal, retry } = useQuery(matrix, {}, moved)
  if (view === null && refusal === null) return <PageSkeleton />
  return (
    <Page
      title={t('common.roles')}
      lead={t('roles.lead')}
      width="full"
      actions={
        <Button component={Link} to="/roles/add" leftSection={<Icon name="plus" size={18} />}>
          {t('roles.add')}
        </Button>
      }
    >
      {refusal && <ErrorState text={refusalText(refusal)} supportCode={refusal.supportCode} onRetry={retry} />}
      {view && view.products.length === 0 && (
        <EmptyState icon="tag" title={t('common.noProducts')} text={t('roles.empty.text')} />
      )}
      {view && view.products.length > 0 && <Matrix view={view} reload={retry} />}
    </Page>
  )
}

/** The whole grid; on the phone, one role at a time. */
function Matrix({ view, reload }: { view: MatrixView; reload: () => void }) {
  const changes = useChanges(view)
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const Shown = narrow ? OneRole : Grid
  return (
    <>
      <Shown view={view} changes={changes} />
      <SaveBar view={view} changes={changes} reload={reload} />
    </>
  )
}
