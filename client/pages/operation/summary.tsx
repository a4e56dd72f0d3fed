import type * as z from 'zod'
import type { storage } from '../../../contract/operation.ts'
import { useT } from '../../i18n/i18n.ts'
import { formatBytes } from '../../i18n/measures.ts'
import { Alert } from '../../ui/alert.tsx'
import { Fact, FactNote, Facts } from '../../ui/facts.tsx'
import { Panel } from '../../ui/page.tsx'

type View = z.output<(typeof storage)['reply']>

/** The database as a whole: how large, where it leads, and whether that fits. */
export function Summary({ view: { database } }: { view: View }) {
  const t = useT()
  const { bytes, growthPerDay, in30Days, in365Days, disk, version, timescale } = database
  const or = (value: number | null): string => (value === null ? t('operation.unknown') : formatBytes(value))
  const full = disk !== null && in365Days !== null && in365Days - bytes > disk.free
  return (
    <>
      {full && (
        <Alert severity="warning" title={t('operation.full')}>
          {t('operation.full.text')}
        </Alert>
      )}
      <Panel>
        <Facts>
          <Fact name={t('operation.fact.size')}>{formatBytes(bytes)}</Fact>
          <Fact name={t('operation.fact.growth')}>{or(growthPerDay)}</Fact>
          {in30Days !== null && <Fact name={t('operation.fact.in30')}>{formatBytes(in30Days)}</Fact>}
          {in365Days !== null && <Fact name={t('operation.fact.in365')}>{formatBytes(in365Days)}</Fact>}
          {disk !== null && (
            <Fact name={t('operation.fact.disk')}>
              {formatBytes(disk.free)}{' '}
              <FactNote>{t('operation.fact.disk.of', { total: formatBytes(disk.total) })}</FactNote>
            </Fact>
          )}
          <Fact name={t('operation.fact.server')}>
            {timescale === null
              ? t('operation.server.plain', { version })
              : t(`operation.server.${timescale.edition}`, { version, timescale: timescale.version })}
          </Fact>
        </Facts>
      </Panel>
    </>
  )
}
