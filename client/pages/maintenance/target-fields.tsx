import { useCallback, useEffect } from 'react'
import { devices as devicesWatch } from '../../../contract/control.ts'
import type { DeviceView } from '../../../contract/devices.ts'
import { device as deviceWatch } from '../../../contract/insight.ts'
import { maintenanceScopes } from '../../../contract/maintenance.ts'
import { type SiteItem, zones } from '../../../contract/sites.ts'
import { useT } from '../../i18n/i18n.ts'
import { useQuery } from '../../stores/use-query.ts'
import { sameList, useRow, useRows, useWatch } from '../../stores/use-watch.ts'
import { Alert } from '../../ui/alert.tsx'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import classes from './maintenance.module.css'
import type { AddSearch } from './search.ts'
import { scopeIcons } from './words.ts'

interface TargetFieldsProps {
  search: AddSearch
  /** null = unknown. */
  sites: readonly SiteItem[] | null
  onChange: (search: AddSearch) => void
}

/** What is to be maintained: a device, a site or a zone, in the address, so that other screens can link here. */
export function TargetFields({ search, sites, onChange }: TargetFieldsProps) {
  const t = useT()
  const { scope = 'device', target, site } = search
  return (
    <>
      <SegmentedFilter
        className={classes.choice}
        label={t('maintenance.what.scope')}
        value={scope}
        onChange={(next) => onChange({ scope: next, target: next === 'site' ? site : undefined, site })}
        options={maintenanceScopes.map((value) => ({
          value,
          label: t(`maintenance.what.${value}`),
          icon: scopeIcons[value],
        }))}
      />
      {scope === 'site' && (
        <Pick
          label={t('maintenance.what.site')}
          options={sites}
          value={target}
          onChange={(id) => onChange({ scope, target: id, site: id })}
        />
      )}
      {scope === 'zone' && <Zone value={target} onChange={(id) => onChange({ scope, target: id, site })} />}
      {scope === 'device' && (
        <>
          {target !== undefined && site === undefined && (
            <WhereIs key={target} deviceId={target} onFound={(id) => onChange({ scope, target, site: id })} />
          )}
          <Pick
            label={t('maintenance.what.site')}
            options={sites}
            value={site}
            onChange={(id) => onChange({ scope, target: undefined, site: id })}
          />
          {site !== undefined && (
            <Device siteId={site} value={target} onChange={(id) => onChange({ scope, target: id, site })} />
          )}
        </>
      )}
    </>
  )
}

interface PickProps {
  label: string
  options: readonly { readonly id: number; readonly name: string }[] | null
  value: number | undefined
  onChange: (id: number) => void
}

function Pick({ label, options, value, onChange }: PickProps) {
  const t = useT()
  return (
    <SelectField
      label={label}
      value={options?.some(({ id }) => id === value) ? String(value) : ''}
      data={[
        {
          value: '',
          label: t(options === null ? 'maintenance.what.loading' : 'maintenance.what.choose'),
          disabled: true,
        },
        ...(options ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={(next) => onChange(Number(next))}
    />
  )
}

function Zone({ value, onChange }: Omit<PickProps, 'label' | 'options'>) {
  const t = useT()
  const found = useQuery(zones, {})
  return <Pick label={t('maintenance.what.zone')} options={found.view} value={value} onChange={onChange} />
}

const collator = new Intl.Collator(undefined, { numeric: true })
const byName = (rows: DeviceView[]) => rows.sort((a, b) => collator.compare(a.name, b.name) || a.id - b.id)

/** The devices of a site by name. */
function Device({ siteId, value, onChange }: { siteId: number } & Omit<PickProps, 'label' | 'options'>) {
  const t = useT()
  const live = useWatch(devicesWatch, { siteId })
  const derive = useCallback((rows: DeviceView[]) => byName(rows), [])
  const devices = useRows(live, 'device', derive, sameList)
  const known = live.state === 'live' || live.state === 'stale'
  if (known && devices.length === 0) return <Alert severity="info">{t('maintenance.what.noDevices')}</Alert>
  return (
    <Pick label={t('maintenance.what.device')} options={known ? devices : null} value={value} onChange={onChange} />
  )
}

/** A link names only the device: its site is looked up. */
function WhereIs({ deviceId, onFound }: { deviceId: number; onFound: (siteId: number) => void }) {
  const t = useT()
  const live = useWatch(deviceWatch, { deviceId })
  const siteId = useRow(live, 'device', deviceId)?.site.id
  useEffect(() => {
    if (siteId !== undefined) onFound(siteId)
  })
  return live.state === 'error' ? <Alert severity="warning">{t('maintenance.what.gone')}</Alert> : null
}
